/** Mutants that change no behaviour a caller can see, by their name, each with the reason. */
export const EQUIVALENT: Readonly<Record<string, string>> = {
  'GraduationPool.collect: ethAmount != 0 → true': 'the pool manager pays nothing; the gas snapshot shows the cost',
  'GraduationPool.collect: treasuryTokens != 0 → true': 'a transfer of zero; the gas snapshot shows the cost',
}
