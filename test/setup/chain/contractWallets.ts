import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'

type Compiled = { abi: Abi; evm: { bytecode: { object: string } } }

const SOURCE = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A wallet that is its owner's: the usual kind.
contract OwnedWallet {
    address immutable owner;
    constructor(address owner_) { owner = owner_; }
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
        return signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// Says yes to anyone who comes without a signature: the owner signed in advance.
contract PresignedWallet {
    function isValidSignature(bytes32, bytes calldata signature) external pure returns (bytes4) {
        return signature.length == 0 ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// Says yes, and more than was asked for.
contract LoudWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes32, bytes32) {
        return (bytes32(bytes4(0x1626ba7e)), bytes32(0));
    }
}

/// Never ends.
contract HungryWallet {
    function isValidSignature(bytes32 hash, bytes calldata) external pure returns (bytes4) {
        while (true) hash = keccak256(abi.encode(hash));
        return 0x1626ba7e;
    }
}

contract RevertingWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) { revert("no"); }
}
`

export type WalletKind = 'OwnedWallet' | 'PresignedWallet' | 'LoudWallet' | 'HungryWallet' | 'RevertingWallet'

/** Contract wallets that answer in every way, compiled here because only tests use them. */
export function compileWallets(): Record<WalletKind, { abi: Abi; bytecode: Hex }> {
  const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc')
  const settings = {
    evmVersion: 'cancun',
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  }
  const sources = { 'wallets.sol': { content: SOURCE } }
  const output = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })))
  const contracts: Record<string, Compiled> = output.contracts['wallets.sol']
  return Object.fromEntries(
    Object.entries(contracts).map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }]),
  ) as ReturnType<typeof compileWallets>
}
