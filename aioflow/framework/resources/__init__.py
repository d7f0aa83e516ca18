"""Resources: state that outlives a step, in containers, behind handles."""
