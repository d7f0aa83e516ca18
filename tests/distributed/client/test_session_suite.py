"""The tests of sessions once more, with all sessions at a server."""
from __future__ import annotations

import pytest

from tests.session.conftest import graph, nodes, session  # noqa: F401
from tests.session.test_callables import *  # noqa: F403
from tests.session.test_errors import *  # noqa: F403
from tests.session.test_extension import *  # noqa: F403
from tests.session.test_feeds import *  # noqa: F403
from tests.session.test_fetches import *  # noqa: F403
from tests.session.test_results import *  # noqa: F403
from tests.session.test_run_options import *  # noqa: F403
from tests.session.test_tensor_handles import *  # noqa: F403
from tests.session.test_variables import *  # noqa: F403

pytestmark = pytest.mark.usefixtures("elsewhere")
