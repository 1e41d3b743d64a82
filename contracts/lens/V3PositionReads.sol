// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Growth, SharedPosition, V3Position} from "./ILens.sol";
import {Lens} from "./Lens.sol";

/// @title Reads a v3 position with the state of its pool
abstract contract V3PositionReads is Lens {
    function _position(
        address manager,
        address factory,
        uint256 id,
        address wallet
    ) internal view returns (V3Position memory read) {
        uint256[] memory words = _words(manager, abi.encodeWithSignature("positions(uint256)", id), 12);
        if (words.length == 0) return read;
        read.id = id;
        read.owner = _address(manager, abi.encodeWithSignature("ownerOf(uint256)", id));
        read.isOperator = _isOperator(manager, id, read.owner, wallet);
        read.nonce = words[0];
        (read.token0, read.token1) = (address(uint160(words[2])), address(uint160(words[3])));
        read.fee = uint24(words[4]);
        (read.tickLower, read.tickUpper) = (int24(int256(words[5])), int24(int256(words[6])));
        read.liquidity = uint128(words[7]);
        read.insideLast = Growth(words[8], words[9]);
        (read.owed0, read.owed1) = (uint128(words[10]), uint128(words[11]));
        read.pool = _address(
            factory,
            abi.encodeWithSignature("getPool(address,address,uint24)", read.token0, read.token1, read.fee)
        );
        _state(read);
        read.shared = _shared(manager, read);
    }

    function _shared(address manager, V3Position memory read) private view returns (SharedPosition memory) {
        bytes32 key = keccak256(abi.encodePacked(manager, read.tickLower, read.tickUpper));
        uint256[] memory words = _words(read.pool, abi.encodeWithSignature("positions(bytes32)", key), 5);
        if (words.length == 0) return SharedPosition(0, Growth(0, 0), 0, 0);
        return SharedPosition(uint128(words[0]), Growth(words[1], words[2]), uint128(words[3]), uint128(words[4]));
    }

    function _state(V3Position memory read) private view {
        uint256[] memory slot0 = _words(read.pool, abi.encodeWithSignature("slot0()"), 2);
        if (slot0.length == 2) (read.sqrtPriceX96, read.tick) = (uint160(slot0[0]), int24(int256(slot0[1])));
        read.tickSpacing = int24(int256(_uint(read.pool, abi.encodeWithSignature("tickSpacing()"))));
        read.global.growth0 = _uint(read.pool, abi.encodeWithSignature("feeGrowthGlobal0X128()"));
        read.global.growth1 = _uint(read.pool, abi.encodeWithSignature("feeGrowthGlobal1X128()"));
        read.lowerOutside = _outside(read.pool, read.tickLower);
        read.upperOutside = _outside(read.pool, read.tickUpper);
        read.meta0 = _token(read.token0);
        read.meta1 = _token(read.token1);
    }

    function _outside(address pool, int24 tick) private view returns (Growth memory) {
        uint256[] memory words = _words(pool, abi.encodeWithSignature("ticks(int24)", tick), 4);
        return words.length == 0 ? Growth(0, 0) : Growth(words[2], words[3]);
    }
}
