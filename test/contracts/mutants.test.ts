import { expect, test } from 'vitest'
import { mutate } from '../setup/contracts/mutate.ts'

const PATH = 'contracts/src/Vault.sol'
const VAULT = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

contract Vault {
    error TooMuch();

    uint256 private constant MAX = 5;
    uint256 private sum;

    modifier once() {
        _;
    }

    function add(uint256 amount) external once {
        if (amount > MAX) revert TooMuch();
        sum += amount * 2;
    }
}
`

test('operators, conditions, constants, statements and modifiers are mutated', { timeout: 600_000 }, () => {
  const { sources, mutants } = mutate({ [PATH]: { content: VAULT } })
  expect(mutants.map(({ id, name }) => `${id} ${name}`)).toEqual([
    '1 Vault.add: once → nothing',
    '2 Vault.add: amount > MAX → true',
    '3 Vault.add: amount > MAX → false',
    '4 Vault.add: amount > MAX → amount >= MAX',
    '5 Vault.add: MAX → MAX + 1',
    '6 Vault.add: sum += amount * 2 → nothing',
    '7 Vault.add: sum += amount * 2 → sum -= amount * 2',
    '8 Vault.add: amount * 2 → amount / 2',
    '9 Vault.add: 2 → uint256(2 + 1)',
  ])
  expect(sources[PATH]?.content).toContain('external once(1) {')
  expect(sources[PATH]?.content).toContain('(Mutant.on(9) ? (uint256(2 + 1)) : (2))')
})
