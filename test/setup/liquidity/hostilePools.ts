import { createRequire } from 'node:module'
import { type Abi, type Address, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import type { TestLp } from './lp.ts'

const SOURCE = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface IPoolManager { function take(address currency, address to, uint256 amount) external; }

struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }
struct Change { int24 tickLower; int24 tickUpper; int256 liquidityDelta; bytes32 salt; }

/// Takes a configurable share of what is added or removed.
contract TakingHook {
    uint256 public addShare;
    uint256 public removeShare;

    function set(uint256 ofAdded, uint256 ofRemoved) external { (addShare, removeShare) = (ofAdded, ofRemoved); }

    function afterAddLiquidity(
        address, PoolKey calldata key, Change calldata, int256 delta, int256, bytes calldata
    ) external returns (bytes4, int256) {
        return (this.afterAddLiquidity.selector, _take(key, delta, addShare));
    }

    function afterRemoveLiquidity(
        address, PoolKey calldata key, Change calldata, int256 delta, int256, bytes calldata
    ) external returns (bytes4, int256) {
        return (this.afterRemoveLiquidity.selector, _take(key, delta, removeShare));
    }

    function _take(PoolKey calldata key, int256 delta, uint256 share) private returns (int256) {
        uint256 first = _part(int128(delta >> 128), share);
        uint256 second = _part(int128(delta), share);
        if (first > 0) IPoolManager(msg.sender).take(key.currency0, address(this), first);
        if (second > 0) IPoolManager(msg.sender).take(key.currency1, address(this), second);
        return (int256(first) << 128) | int256(second);
    }

    function _part(int128 amount, uint256 share) private pure returns (uint256) {
        return (uint256(uint128(amount < 0 ? -amount : amount)) * share) / 10_000;
    }

    receive() external payable {}
}

/// Makes a configurable call while a pool is initialised.
contract CallingHook {
    address private target;
    bytes private message;

    function arm(address newTarget, bytes calldata newMessage, uint256) external {
        (target, message) = (newTarget, newMessage);
    }

    function beforeInitialize(address, PoolKey calldata, uint160) external returns (bytes4) {
        (bool ok, ) = target.call(message);
        require(ok, "The call failed.");
        return this.beforeInitialize.selector;
    }

    receive() external payable {}
}

/// A configurable hostile token: taxes all or only large transfers, exempts addresses, rebases, or calls out during a transfer.
contract WilfulToken {
    string public name = "Wilful";
    string public symbol = "WILL";
    uint8 public decimals = 18;
    uint256 public tax;
    uint256 public free;
    uint256 public scale = 10_000;
    address private target;
    bytes private message;
    uint256 private skipped;
    mapping(address => uint256) private shares;
    mapping(address => bool) private spared;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 amount);

    function set(uint256 newTax, uint256 newScale) external { (tax, scale) = (newTax, newScale); }
    function setFree(uint256 amount) external { free = amount; }
    function spare(address friend) external { spared[friend] = true; }
    function arm(address newTarget, bytes calldata newMessage, uint256 after_) external {
        (target, message, skipped) = (newTarget, newMessage, after_);
    }
    function mint(address to, uint256 amount) external { shares[to] += amount; }
    function totalSupply() external pure returns (uint256) { return 1e30; }
    function balanceOf(address account) public view returns (uint256) { return (shares[account] * scale) / 10_000; }
    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }
    function transfer(address to, uint256 amount) external returns (bool) { return _move(msg.sender, to, amount); }
    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= amount;
        return _move(from, to, amount);
    }
    function _move(address from, address to, uint256 amount) private returns (bool) {
        uint256 moved = (amount * 10_000) / scale;
        shares[from] -= moved;
        bool taxed = amount > free && !spared[from] && !spared[to];
        shares[to] += moved - (taxed ? (moved * tax) / 10_000 : 0);
        emit Transfer(from, to, amount);
        if (target == address(0)) return true;
        if (skipped > 0) { skipped -= 1; return true; }
        address called = target;
        target = address(0);
        (bool ok, ) = called.call(message);
        require(ok, "The call failed.");
        return true;
    }

    receive() external payable {}
}
`

const NAMES = ['TakingHook', 'CallingHook', 'WilfulToken'] as const
type Name = (typeof NAMES)[number]
type Compiled = { abi: Abi; bytecode: Hex; runtime: Hex }

let compiled: Record<Name, Compiled> | undefined

function compile(): Record<Name, Compiled> {
  const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc')
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } }
  const settings = { evmVersion: 'cancun', outputSelection }
  const sources = { 'pools.sol': { content: SOURCE } }
  const output = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })))
  const found = output.contracts['pools.sol']
  const of = (name: Name): Compiled => ({
    abi: found[name].abi,
    bytecode: `0x${found[name].evm.bytecode.object}`,
    runtime: `0x${found[name].evm.deployedBytecode.object}`,
  })
  return { TakingHook: of('TakingHook'), CallingHook: of('CallingHook'), WilfulToken: of('WilfulToken') }
}

/** afterAddLiquidity, afterRemoveLiquidity, and the right to return a delta from both. */
export const TAKING_HOOK: Address = '0x7a4b000000000000000000000000000000000503'
const SET = parseAbi(['function set(uint256 first, uint256 second)'])
const ARM = parseAbi(['function arm(address target, bytes message, uint256 skipped)'])
const SET_FREE = parseAbi(['function setFree(uint256 amount)'])
const SPARE = parseAbi(['function spare(address friend)'])
const MINT = parseAbi(['function mint(address to, uint256 amount)'])

/** beforeInitialize. */
export const CALLING_HOOK: Address = '0x7a4b000000000000000000000000000000002000'

/** Deploys the calling hook at an address that carries its permissions. */
export async function placeCallingHook(lp: TestLp): Promise<void> {
  compiled ??= compile()
  await lp.devnet.client.setCode({ address: CALLING_HOOK, bytecode: compiled.CallingHook.runtime })
}

/** Puts the hook where its permissions are in its address. */
export async function placeTakingHook(lp: TestLp): Promise<void> {
  compiled ??= compile()
  await lp.devnet.client.setCode({ address: TAKING_HOOK, bytecode: compiled.TakingHook.runtime })
}

/** Sets the hook's shares of what is added and removed, or a token's tax and the scale of its balances; 10,000 is all. */
export async function set(lp: TestLp, target: Address, values: readonly [number, number]): Promise<void> {
  const args = [BigInt(values[0]), BigInt(values[1])] as const
  await lp.devnet.send(18, { to: target, data: encodeFunctionData({ abi: SET, functionName: 'set', args }) })
}

/** Makes a token keep a part, of 10,000, of those transfers alone that are larger than this. */
export async function taxAbove(lp: TestLp, token: Address, { free, tax }: { free: bigint; tax: number }) {
  await lp.devnet.send(18, {
    to: token,
    data: encodeFunctionData({ abi: SET_FREE, functionName: 'setFree', args: [free] }),
  })
  await set(lp, token, [tax, 10_000])
}

/** Makes a token keep nothing of what an account sends or gets. */
export async function spare(lp: TestLp, token: Address, friend: Address): Promise<void> {
  await lp.devnet.send(18, {
    to: token,
    data: encodeFunctionData({ abi: SPARE, functionName: 'spare', args: [friend] }),
  })
}

/** Makes a token call out during its next transfer, or a later one. */
export async function arm(lp: TestLp, token: Address, call: { to: Address; data: Hex; skipped?: bigint }) {
  const args = [call.to, call.data, call.skipped ?? 0n] as const
  await lp.devnet.send(18, { to: token, data: encodeFunctionData({ abi: ARM, functionName: 'arm', args }) })
}

/** A token of its own will, of which these accounts have plenty. */
export async function deployWilfulToken(lp: TestLp, accounts: readonly number[]): Promise<Address> {
  compiled ??= compile()
  const hash = await lp.devnet.wallet(18).sendTransaction({ data: compiled.WilfulToken.bytecode } as never)
  const { contractAddress } = await lp.devnet.client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('The token was not deployed.')
  for (const account of accounts) {
    const args = [lp.devnet.account(account).address, 10n ** 27n] as const
    await lp.devnet.send(18, {
      to: contractAddress,
      data: encodeFunctionData({ abi: MINT, functionName: 'mint', args }),
    })
  }
  return getAddress(contractAddress)
}
