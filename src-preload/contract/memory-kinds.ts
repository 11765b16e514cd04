// Names the kinds of memories and the forms in which they are imported and exported; without schemas, for code that needs only
// the names.

/** The store's kinds: the seeds' memories, what was read for an application, and what a person has answered. */
export const MEMORY_KINDS = [
  'experience',
  'demonstration',
  'narrative',
  'episodic',
  'document',
  'question_answer',
] as const

/** The seeds' files: experience.yaml, narrative_memory.json, episodic_memory.json, and the answers of the person, qa_pairs.jsonl. */
export const EXCHANGE_FORMATS = ['experience', 'narrative', 'episodic', 'question_answer'] as const
