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
  'LaunchpadState.constructor: assert(GraduationPool.isContinuous()) → nothing': 'an assertion about constants holds',
  'LaunchpadState.constructor: assert(2 * CurveMath.CREATOR_SHARE_BPS == CurveMath.BPS) → nothing':
    'an assertion about constants holds',
  'LaunchpadCreation.tokens: from < count → from <= count': 'both sides are zero at the end',
  'LaunchpadCreation.tokens: length < left → length <= left': 'both sides are the same number',
  'LaunchpadCreation._openWith: opening != 0 → true':
    'the flag without an opening leads the next buy along the longer way, where the surcharge of no opening is zero',
  'LaunchpadCreation._openWith: 0 → uint256(0 + 1)': 'the same; an opening of one second is refused before',
  'CurveStateLibrary.isPlainTrading: CurveState.unwrap(self) >> 248 → CurveState.unwrap(self) << 248':
    'never true: every buy takes the longer way to the same state and no surcharge; the gas snapshot shows the cost',
  'CurveStateLibrary.hasKeptTokens: KEPT_FLAG → KEPT_FLAG + 1':
    'also reads the lowest bit of the ETH raised, which is zero: only graduated tokens are asked, and the target is even',
  'CurveStateLibrary.withFees: FEES → FEES + 1':
    'also clears the lowest bit of the ETH raised, which is zero: only graduated tokens get other fees, and the target is even',
  'FeeSplit._divideEth: gasleft() < 2 * GAS_PER_ACCOUNT → gasleft() <= 2 * GAS_PER_ACCOUNT':
    'asks the caller for one more gas, less than the compiler moves the limit; the account gets the same gas',
  'FeeSplit._divideEth: GAS_PER_ACCOUNT → GAS_PER_ACCOUNT + 1':
    'asks the caller for two more gas, less than the compiler moves the limit; the account gets the same gas',
  'Text._isPrintable: left < 32 → left <= 32': 'a whole word is shifted by nothing, and all spaces are shifted out',
  'Text._isPrintable: 32 → uint256(32 + 1)': 'the same',
  'Text._isPrintable: SPACES → SPACES + 1': 'the first byte after the text counts as 0x21, which is printable too',
  'Text._isPrintable: index < text.length → index <= text.length': 'one more word, which counts as spaces',
  'Text._sizeOfSequence: lead < 0xc0 → lead <= 0xc0':
    'after 0xc0 the code point is at most 0x3f, which is refused with the same error',
  'Text._sizeOfSequence: 0xc0 → uint256(0xc0 + 1)': 'the same',
  'Text._sizeOfSequence: lead > 0xf7 → lead >= 0xf7':
    'after 0xf7 the code point is at least 0x1c0000, which is refused with the same error',
  'Text._sizeOfSequence: 7 → uint256(7 + 1)': 'keeps the bit that is zero in every lead byte of that size',
}

/** Functions of which any mutant that survives is equivalent, each with the reason. */
export const EQUIVALENT_PLACES: Readonly<Record<string, string>> = {
  'GraduationPool.isContinuous':
    'an assertion about constants at deployment: a mutant either refuses every deployment or changes nothing',
}
