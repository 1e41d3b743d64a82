// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {V3Position, Watch} from "./ILens.sol";
import {V3PositionReads} from "./V3PositionReads.sol";

/// @title Reads a window of the v3 positions that the wallet owns, and how many there are
contract V3OwnedLens is V3PositionReads {
    constructor(address manager, address factory, uint256[2] memory window, Watch memory watch) {
        uint256 total = _balance(manager, watch.wallet);
        uint256 from = window[0] > total ? total : window[0];
        uint256 count = window[1] > total - from ? total - from : window[1];
        V3Position[] memory positions = new V3Position[](count);
        for (uint256 i = 0; i < count; ++i) {
            uint256 id = _uint(
                manager,
                abi.encodeWithSignature("tokenOfOwnerByIndex(address,uint256)", watch.wallet, from + i)
            );
            positions[i] = _position(manager, factory, id, watch.wallet);
        }
        _answer(abi.encode(_head(watch.wallet), _holdings(watch), positions, total));
    }
}
