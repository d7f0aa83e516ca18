"""RegionUse: which form of a signature a run takes, the plain one or one with regions."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from aioflow.compiler.compiler import ExecutorEntry
from aioflow.framework.regions.engines import Region
from aioflow.framework.resources.resource_handle import Snapshot
from aioflow.session.steps.fed_shapes import FedShapes

#: How many runs variables must be unchanged before they are taken for constants again. Twice as many each time, so that
#: training which is evaluated now and then has its regions built a few times, and not for ever.
_FIRST_PATIENCE = 4
#: After how many runs regions are judged though some, in branches that nobody took, have not been tried.
_MAX_TRIALS = 64


Look = Callable[[FedShapes, bool], dict[str, str]]
"""Tells of the nodes that are in no region, by name, why: for fed values of given shapes, with variables as constants
or not."""


class RegionForm:
    """A signature with regions, and for what it holds.

    Args:
        entry: The signature.
        fed_shapes: The shapes of values that it takes.
        snapshots: The variables that it has as constants.
        regions: The regions.
    """

    __slots__ = ("_num_trials", "_regions", "_versions", "entry", "fed_shapes", "is_on_trial", "variables")

    def __init__(
        self, entry: ExecutorEntry, fed_shapes: FedShapes, snapshots: Sequence[Snapshot],
        regions: Sequence[Region] = (),
    ) -> None:  # fmt: skip
        self.entry = entry
        self.fed_shapes = fed_shapes
        self.variables = [snapshot.variable for snapshot in snapshots]
        self._versions = [snapshot.version for snapshot in snapshots]
        self._regions = regions
        self._num_trials = _MAX_TRIALS
        #: Whether it is not known yet of all regions if they pay.
        self.is_on_trial = any(region.pays is None for region in regions)

    @property
    def holds(self) -> bool:
        """Whether its variables still have the values that it was made with."""
        return [variable.version for variable in self.variables] == self._versions

    def has_failed(self) -> bool:
        """Counts a run on trial; whether the trial is over and a region does not pay."""
        self._num_trials -= 1
        pays = [region.pays for region in self._regions]
        if self._num_trials and None in pays:
            return False
        self.is_on_trial = False
        if False in pays:
            return True
        # Regions on trial run their kernels, too, so that they seem many times as long as they are.
        for executor in self.entry.compiled.executors:
            executor.learn_anew()
        return False


class RegionUse:
    """The forms of one signature.

    With its variables as constants it is fastest. When one of them changes, the next run reads them again; when they
    have not changed for some runs, they become constants once more.

    Args:
        plain: The signature without regions, which holds for all values.
        request: Has a form built that is given to `use` some time: for these shapes, and with constants or without.
        look: Tells of nodes outside of regions.
    """

    __slots__ = ("_before_run", "_fed_shapes", "_form", "_look", "_moving", "_patience", "_plain", "_request")

    def __init__(self, plain: ExecutorEntry, request: Callable[[FedShapes, bool], None], look: Look) -> None:
        self._plain = plain
        self._request = request
        self._look = look
        self._fed_shapes: FedShapes | None = None  # of the first run
        self._form: RegionForm | None = None
        #: The form in which variables are read, once it was needed.
        self._moving: RegionForm | None = None
        self._patience = _FIRST_PATIENCE
        self._before_run: Callable[[Sequence[Any]], None] | None = self._first_run

    @property
    def entry(self) -> ExecutorEntry:
        """The form that the next run takes, if its values fit."""
        return self._plain if self._form is None else self._form.entry

    def entry_for(self, args: Sequence[Any]) -> ExecutorEntry:
        """The form for a run with these fed values."""
        # Without a lock: two runs that find out the same at once ask for the same form twice at worst.
        if self._before_run is not None:
            self._before_run(args)
        form = self._form
        if form is None or not form.fed_shapes.take(args):
            return self._plain
        if not form.holds:
            self._give_up(form)
            form = self._form
        if form is not None and form.is_on_trial and form.has_failed():
            self._build_without_slow_ones(form)
            return self._plain
        return self._plain if form is None else form.entry

    def outside(self) -> dict[str, str]:
        """The nodes that are in no region, by name, and why; none before a first run has shown what is fed."""
        if self._fed_shapes is None:
            return {}
        return self._look(self._fed_shapes, self._form is None or bool(self._form.variables))

    @property
    def state(self) -> str:
        """Where the regions are, in a sentence."""
        if self._fed_shapes is None:
            return "regions are built when a first run has shown what is fed"
        if self._form is None:
            return "there are no regions: they are not built yet, or none is worth it"
        constants = len(self._form.variables)
        return f"regions have {constants} variables as constants while these do not change" if constants else ""

    def use(self, form: RegionForm) -> None:
        """Has further runs take a form; those in flight go on with what they have begun."""
        if not form.variables:
            self._moving = form
        self._form = form

    def dismantle(self) -> None:
        """Takes its forms apart, of which no run may take one any more. See `Graph.dismantle`."""
        forms = [form for form in (self._form, self._moving) if form is not None]
        self._form = self._moving = None
        for form in forms:
            form.entry.dismantle_regions()

    def _first_run(self, args: Sequence[Any]) -> None:
        self._before_run = None
        self._fed_shapes = FedShapes(self._plain.feeds, args)
        self._request(self._fed_shapes, True)

    def _build_without_slow_ones(self, form: RegionForm) -> None:
        """Has a form built anew: the engine knows now which regions do not pay."""
        if self._moving is form:
            self._moving = None
        self._form = self._moving
        self._request(form.fed_shapes, bool(form.variables))

    def _give_up(self, form: RegionForm) -> None:
        """Reads the variables of a form from now on."""
        self._form = self._moving
        if self._form is None:
            self._request(form.fed_shapes, False)
        calm = _Calm(form.variables, self._patience, partial(self._freeze_again, form.fed_shapes))
        self._patience *= 2
        self._before_run = calm.note_run

    def _freeze_again(self, fed_shapes: FedShapes) -> None:
        self._before_run = None
        self._request(fed_shapes, True)


class _Calm:
    """Counts runs between which no variable changes.

    Args:
        variables: The variables.
        patience: How many such runs there must be.
        then: Called when there have been as many.
    """

    def __init__(self, variables: Sequence[Any], patience: int, then: Callable[[], None]) -> None:
        self._variables = variables
        self._versions: list[int] = []
        self._num_runs = 0
        self._patience = patience
        self._then = then

    def note_run(self, args: Sequence[Any]) -> None:
        versions = [variable.version for variable in self._variables]
        self._num_runs = self._num_runs + 1 if versions == self._versions else 0
        self._versions = versions
        if self._num_runs >= self._patience:
            self._then()
