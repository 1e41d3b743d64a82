/** Mutants that change no behaviour a caller can see, by their name, each with the reason. */
export const EQUIVALENT: Readonly<Record<string, string>> = {}
