// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Growth, V4Key, V4Position, Watch} from "./ILens.sol";
import {Lens} from "./Lens.sol";

/// @title Reads v4 positions by id, with the state of their pools
contract V4PositionLens is Lens {
    constructor(address stateView, address manager, uint256[] memory ids, Watch memory watch) {
        V4Position[] memory positions = new V4Position[](ids.length);
        for (uint256 i = 0; i < ids.length; ++i) {
            positions[i] = _position(stateView, manager, ids[i], watch.wallet);
        }
        _answer(abi.encode(_head(watch.wallet), _holdings(watch), positions));
    }

    function _position(
        address stateView,
        address manager,
        uint256 id,
        address wallet
    ) private view returns (V4Position memory read) {
        uint256[] memory words = _words(manager, abi.encodeWithSignature("getPoolAndPositionInfo(uint256)", id), 6);
        address owner = _address(manager, abi.encodeWithSignature("ownerOf(uint256)", id));
        if (words.length == 0 || words[3] == 0 || owner == address(0)) return read;
        read.id = id;
        read.owner = owner;
        read.isOperator = _isOperator(manager, id, owner, wallet);
        read.key = V4Key({
            currency0: address(uint160(words[0])),
            currency1: address(uint160(words[1])),
            fee: uint24(words[2]),
            tickSpacing: int24(int256(words[3])),
            hooks: address(uint160(words[4]))
        });
        read.isSubscribed = uint8(words[5]) != 0;
        read.poolId = keccak256(abi.encode(read.key));
        (read.tickLower, read.tickUpper) = (int24(uint24(words[5] >> 8)), int24(uint24(words[5] >> 32)));
        _state(stateView, manager, read);
    }

    function _state(address stateView, address manager, V4Position memory read) private view {
        bytes32 pool = read.poolId;
        uint256[] memory words = _words(stateView, abi.encodeWithSignature("getSlot0(bytes32)", pool), 4);
        if (words.length == 4) {
            (read.sqrtPriceX96, read.tick) = (uint160(words[0]), int24(int256(words[1])));
            read.lpFee = uint24(words[3]);
        }
        words = _words(
            stateView,
            abi.encodeWithSignature(
                "getPositionInfo(bytes32,address,int24,int24,bytes32)",
                pool,
                manager,
                read.tickLower,
                read.tickUpper,
                bytes32(read.id)
            ),
            3
        );
        if (words.length == 3) {
            read.liquidity = uint128(words[0]);
            read.insideLast = Growth(words[1], words[2]);
        }
        words = _words(
            stateView,
            abi.encodeWithSignature("getFeeGrowthInside(bytes32,int24,int24)", pool, read.tickLower, read.tickUpper),
            2
        );
        if (words.length == 2) read.inside = Growth(words[0], words[1]);
        read.meta0 = _token(read.key.currency0);
        read.meta1 = _token(read.key.currency1);
    }
}
