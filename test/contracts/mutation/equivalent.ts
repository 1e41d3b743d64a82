/** Mutants that change no behaviour a caller can see, by their name, each with the reason. */
export const EQUIVALENT: Readonly<Record<string, string>> = {
  'LaunchpadFees.collectPoolFees: forCreator != 0 → true':
    'the flag without kept tokens costs one read at the claim, and lets the creator have claims that a stranger gave away',
  'LaunchpadFees.claimCreatorFees: KEPT_FLAG → KEPT_FLAG + 1': 'clears the lowest bit of the target, which is even',
  'LaunchpadFees.claimCreatorFees: amount != 0 → true':
    'writes the zero that is there; the gas snapshot shows the cost',
  'LaunchpadFees.claimTreasuryFees: forCreator != 0 → true': 'adds zero; the gas snapshot shows the cost',
  'LaunchpadFees.uncollectedPoolFees: states[token].status() == Status.Graduated → true':
    'before graduation there is no pool with this key, and so no fee',
  'LaunchpadFees._lockOf: elapsed < duration → elapsed <= duration': 'both sides release all at the end',
  'GraduationPool.collect: ethAmount != 0 → true': 'the pool manager pays nothing; the gas snapshot shows the cost',
  'GraduationPool.collect: treasuryTokens != 0 → true': 'a transfer of zero; the gas snapshot shows the cost',
  'GraduationPool.collect: keptTokens != 0 → true': 'burns a claim of zero; the gas snapshot shows the cost',
  'GraduationPool.collect: paid != 0 → true': 'a transfer of zero; the gas snapshot shows the cost',
  'GraduationPool.uncollected: MAX_TICK → MAX_TICK + 1':
    'no amount moves the price out of the range: nothing grows outside',
  'GraduationPool.uncollected: MAX_TICK → MAX_TICK + 1 #2':
    'no amount moves the price out of the range: nothing grows outside',
  'LaunchpadTrading._buyingState: state.isPlainTrading() → false':
    'the longer way finds the same state and no surcharge; the gas snapshot shows the cost',
  'LaunchpadTrading._buyingState: surcharge == 0 → false':
    'the flag stays after the opening, and every later buy takes the longer way to the same state',
  'LaunchpadTrading._buyingState: 0 → uint256(0 + 1)':
    'the same: the lowest surcharge of the longest opening is two basis points, so that it is never one',
  'LaunchpadTrading._buyingState: state = state.withoutFlag(OPENING_FLAG) → nothing':
    'the flag stays after the opening, and every later buy takes the longer way to the same state',
  'LaunchpadTrading._buy: surcharge != 0 → true':
    'a surcharge of zero withholds nothing; the gas snapshot shows the cost',
  'LaunchpadTrading._buy: 0 → uint256(0 + 1) #2': 'the same; a surcharge is never one basis point',
}

/** Functions of which any mutant that survives is equivalent, each with the reason. */
export const EQUIVALENT_PLACES: Readonly<Record<string, string>> = {
  'GraduationPool.isContinuous':
    'an assertion about constants at deployment: a mutant either refuses every deployment or changes nothing',
}
