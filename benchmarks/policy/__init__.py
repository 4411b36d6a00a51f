"""Who gains how much from which choice of the next question: a simulation with artificial learners."""
