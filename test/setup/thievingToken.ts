import { createRequire } from 'node:module'
import type { Hex } from 'viem'

const SOURCE = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A token that takes more than it says: without a log when it is approved, twice what the log says when it is sent.
contract Thief {
    event Transfer(address indexed from, address indexed to, uint256 amount);
    mapping(address => uint256) public balanceOf;
    uint8 public constant decimals = 18;
    string public constant symbol = "THIEF";
    constructor() { balanceOf[msg.sender] = 1000 ether; }
    function approve(address, uint256) external returns (bool) { balanceOf[msg.sender] -= 1 ether; return true; }
    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= 2 * amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }
}
`

/** Creation code of the token. */
export function compileThief(): Hex {
  const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc')
  const settings = { evmVersion: 'cancun', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } }
  const sources = { 'thief.sol': { content: SOURCE } }
  const output = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })))
  return `0x${output.contracts['thief.sol'].Thief.evm.bytecode.object}`
}
