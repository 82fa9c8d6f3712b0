def test_git_knows_which_subcommands_its_neighbour_reads() -> None:
    from failshut.effects.families import git, gittree

    assert set(gittree.VERBS) == git.TREE
