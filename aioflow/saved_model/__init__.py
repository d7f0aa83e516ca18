"""`tf.saved_model`: models in folders, with their graphs, variables and signatures."""
from __future__ import annotations

from aioflow.saved_model import constants as constants
from aioflow.saved_model import loader as loader
from aioflow.saved_model import signature_constants as signature_constants
from aioflow.saved_model import tag_constants as tag_constants
from aioflow.saved_model.constants import *
from aioflow.saved_model.files import contains_saved_model as contains_saved_model
from aioflow.saved_model.files import maybe_saved_model_directory as maybe_saved_model_directory
from aioflow.saved_model.loader import load as load
from aioflow.saved_model.signature_constants import *
from aioflow.saved_model.tag_constants import *
from aioflow.saved_model.tensor_infos import get_tensor_from_tensor_info as get_tensor_from_tensor_info
