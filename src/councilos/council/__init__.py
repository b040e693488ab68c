"""How a council behaves: state, prompts, verdicts and routing; pure."""
