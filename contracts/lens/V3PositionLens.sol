// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {V3Position, Watch} from "./ILens.sol";
import {V3PositionReads} from "./V3PositionReads.sol";

/// @title Reads v3 positions by id
contract V3PositionLens is V3PositionReads {
    constructor(address manager, address factory, uint256[] memory ids, Watch memory watch) {
        V3Position[] memory positions = new V3Position[](ids.length);
        for (uint256 i = 0; i < ids.length; ++i) {
            positions[i] = _position(manager, factory, ids[i], watch.wallet);
        }
        _answer(abi.encode(_head(watch.wallet), _holdings(watch), positions));
    }
}
