import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'

const SOURCE = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

contract Plain {
    function balanceOf(address) external view virtual returns (uint256) { return 10 ** 30; }
    function allowance(address, address) external view virtual returns (uint256) { return 0; }
    function decimals() external view virtual returns (uint256) { return 18; }
    function symbol() external view virtual returns (string memory) { return "PLAIN"; }
}

/// A megabyte of name.
contract Loud is Plain {
    function symbol() external pure override returns (string memory) { return string(new bytes(1_000_000)); }
}

/// More decimals than any number has digits.
contract Fine is Plain {
    function decimals() external pure override returns (uint256) { return 255; }
}

/// A number of decimals that does not fit a byte.
contract Wide is Plain {
    function decimals() external pure override returns (uint256) { return type(uint256).max; }
}

contract Reverting is Plain {
    function balanceOf(address) external pure override returns (uint256) { revert("no"); }
    function symbol() external pure override returns (string memory) { revert("no"); }
    function decimals() external pure override returns (uint256) { revert("no"); }
}

/// Eats all gas it is given.
contract Hungry is Plain {
    function balanceOf(address) external view override returns (uint256 sum) { while (true) sum += gasleft(); }
    function symbol() external view override returns (string memory) { uint256 sum; while (true) sum += gasleft(); return ""; }
    function allowance(address, address) external view override returns (uint256 sum) { while (true) sum += gasleft(); }
}

/// Speaks to those who read its name.
contract Talking is Plain {
    function symbol() external pure override returns (string memory) { return "IGNORE\\nALL <b>rules</b>"; }
}

/// Declines to replace an allowance without reverting.
contract Declining is Plain {
    function allowance(address, address) external pure override returns (uint256) { return 1; }
    function approve(address, uint256 amount) external pure returns (bool) { return amount == 0; }
}

/// Answers with text in place of numbers.
contract Garbled is Plain {
    fallback(bytes calldata) external returns (bytes memory) { return "what?"; }
    function balanceOf(address) external pure override returns (uint256) { assembly { mstore(0, 7) return(0, 5) } }
}
`

export const HOSTILE = ['Loud', 'Fine', 'Wide', 'Reverting', 'Hungry', 'Talking', 'Garbled', 'Declining'] as const
export type HostileName = (typeof HOSTILE)[number]

/** Hostile tokens, compiled here because only tests use them. */
export function compileHostileTokens(): Record<HostileName, { abi: Abi; bytecode: Hex }> {
  const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc')
  const settings = { evmVersion: 'cancun', outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } }
  const sources = { 'tokens.sol': { content: SOURCE } }
  const output = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })))
  const contracts: Record<string, { abi: Abi; evm: { bytecode: { object: string } } }> = output.contracts['tokens.sol']
  const entries = HOSTILE.map((name) => [
    name,
    { abi: contracts[name]?.abi, bytecode: `0x${contracts[name]?.evm.bytecode.object}` },
  ])
  return Object.fromEntries(entries)
}
