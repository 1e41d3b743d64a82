// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Pair, PairQuery, Watch} from "./ILens.sol";
import {Lens} from "./Lens.sol";

/// @title Borrows a token from a pair to see how much of it arrives, and undoes everything by reverting
contract TaxProbe {
    function borrow(address pair, address token, uint256 amount0, uint256 amount1) external {
        (bool ok, bytes memory reason) = pair.call(
            abi.encodeWithSignature(
                "swap(uint256,uint256,address,bytes)",
                amount0,
                amount1,
                address(this),
                abi.encode(token)
            )
        );
        if (ok) revert();
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }

    function uniswapV2Call(address, uint256, uint256, bytes calldata data) external view {
        address token = abi.decode(data, (address));
        (, bytes memory received) = token.staticcall(abi.encodeWithSignature("balanceOf(address)", address(this)));
        assembly ("memory-safe") {
            revert(add(received, 32), mload(received))
        }
    }
}

/// @title Reads v2 pairs, by address or by tokens
contract PairLens is Lens {
    uint256 private constant SAMPLE = 10_000;
    uint256 private constant UNKNOWN = 10_001;
    uint256 private constant PROBE_GAS = 2_000_000;

    constructor(address factory, PairQuery[] memory queries, Watch memory watch) {
        Pair[] memory pairs = new Pair[](queries.length);
        bool feeOn = _address(factory, abi.encodeWithSignature("feeTo()")) != address(0);
        TaxProbe probe = queries.length == 0 ? TaxProbe(address(0)) : new TaxProbe();
        for (uint256 i = 0; i < queries.length; ++i) {
            address pair = _find(factory, queries[i]);
            if (pair != address(0)) pairs[i] = _pair(pair, feeOn, watch, probe);
        }
        _answer(abi.encode(_head(watch.wallet), _holdings(watch), pairs));
    }

    /// @dev A pair named by its address must be the factory's own.
    function _find(address factory, PairQuery memory query) private view returns (address) {
        (address tokenA, address tokenB) = (query.tokenA, query.tokenB);
        if (query.pair != address(0)) {
            tokenA = _address(query.pair, abi.encodeWithSignature("token0()"));
            tokenB = _address(query.pair, abi.encodeWithSignature("token1()"));
        }
        address found = _address(factory, abi.encodeWithSignature("getPair(address,address)", tokenA, tokenB));
        return query.pair == address(0) || query.pair == found ? found : address(0);
    }

    function _pair(address pair, bool feeOn, Watch memory watch, TaxProbe probe) private returns (Pair memory read) {
        read.pair = pair;
        read.token0 = _address(pair, abi.encodeWithSignature("token0()"));
        read.token1 = _address(pair, abi.encodeWithSignature("token1()"));
        uint256[] memory reserves = _words(pair, abi.encodeWithSignature("getReserves()"), 2);
        if (reserves.length == 2) (read.reserve0, read.reserve1) = (reserves[0], reserves[1]);
        read.balance0 = _balance(read.token0, pair);
        read.balance1 = _balance(read.token1, pair);
        read.totalSupply = _uint(pair, abi.encodeWithSignature("totalSupply()"));
        read.kLast = _uint(pair, abi.encodeWithSignature("kLast()"));
        read.feeOn = feeOn;
        read.strayLiquidity = _balance(pair, pair);
        read.walletLiquidity = _balance(pair, watch.wallet);
        read.walletAllowance = _allowance(pair, watch.wallet, watch.spender);
        read.arriving0 = _arriving(probe, pair, read.token0, read.reserve0, true);
        read.arriving1 = _arriving(probe, pair, read.token1, read.reserve1, false);
        read.meta0 = _token(read.token0);
        read.meta1 = _token(read.token1);
    }

    function _arriving(
        TaxProbe probe,
        address pair,
        address token,
        uint256 reserve,
        bool isFirst
    ) private returns (uint256) {
        if (reserve <= SAMPLE) return UNKNOWN;
        (uint256 amount0, uint256 amount1) = isFirst ? (SAMPLE, uint256(0)) : (uint256(0), SAMPLE);
        (, bytes memory reason) = address(probe).call{gas: PROBE_GAS}(
            abi.encodeCall(TaxProbe.borrow, (pair, token, amount0, amount1))
        );
        return reason.length == 32 ? abi.decode(reason, (uint256)) : UNKNOWN;
    }
}
