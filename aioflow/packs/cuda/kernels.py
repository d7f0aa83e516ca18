"""The devices of type GPU and all of their kernels. Importing this registers them; see docs/gpu.md."""
from __future__ import annotations

from aioflow.packs.cuda import activations as activations
from aioflow.packs.cuda import branches as branches
from aioflow.packs.cuda import convolutions as convolutions
from aioflow.packs.cuda import elementwise as elementwise
from aioflow.packs.cuda import gathering as gathering
from aioflow.packs.cuda import host_integers as host_integers
from aioflow.packs.cuda import normalisations as normalisations
from aioflow.packs.cuda import pools as pools
from aioflow.packs.cuda import products as products
from aioflow.packs.cuda import random_values as random_values
from aioflow.packs.cuda import reductions as reductions
from aioflow.packs.cuda import resizing as resizing
from aioflow.packs.cuda import shapes as shapes
from aioflow.packs.cuda import training as training
from aioflow.packs.cuda import variables as variables
from aioflow.packs.cuda.factory import set_up

set_up("cuda", allow_tf32=False)
