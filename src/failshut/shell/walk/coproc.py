"""Open the descriptors that a coprocess is spoken to by.  Hot."""

from failshut.model import Redirect, Word
from failshut.shell.walk.run import Run
from failshut.shell.walk.state import Array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.shell.parse.cases import Coproc
    from failshut.shell.walk.walker import Walker


def opened(walker: "Walker", node: "Coproc") -> None:
    """Set the variable of a coprocess that was walked, and note what its descriptors lead to."""
    last = walker.last
    source = Word(f"/dev/fd/${{sub {last}}}", False)
    numbers = [str(10 + node.start), str(11 + node.start)]
    walker.state.set(node.name, Array({at: Word(one) for at, one in enumerate(numbers)}))
    run = Run(walker.state)
    run.start, run.end = walker.span or (node.start, node.end)
    ends = (Redirect(numbers[0] + "<", source), Redirect(numbers[1] + ">", source))
    walker.record(run, (Word(":"),), (*walker.via, "coproc"), ends, walker.state.cwd)
    walker.last = last
