"""Models that read one sentence and write another, step by step: recurrent ones, Transformers, a language model."""
