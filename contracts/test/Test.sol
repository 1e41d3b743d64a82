// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "./Vm.sol";

/// @notice Assertions with a label, and what else every test needs.
abstract contract Test {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function assertTrue(bool condition, string memory what) internal pure {
        require(condition, what);
    }

    function assertEq(uint256 a, uint256 b, string memory what) internal pure {
        if (a != b) revert(string.concat(what, ": ", vm.toString(a), " != ", vm.toString(b)));
    }

    function assertLe(uint256 a, uint256 b, string memory what) internal pure {
        if (a > b) revert(string.concat(what, ": ", vm.toString(a), " > ", vm.toString(b)));
    }

    function assertGe(uint256 a, uint256 b, string memory what) internal pure {
        if (a < b) revert(string.concat(what, ": ", vm.toString(a), " < ", vm.toString(b)));
    }

    function assertEq(address a, address b, string memory what) internal pure {
        require(a == b, what);
    }

    function assertEq(bytes32 a, bytes32 b, string memory what) internal pure {
        require(a == b, what);
    }

    function assertEq(string memory a, string memory b, string memory what) internal pure {
        require(keccak256(bytes(a)) == keccak256(bytes(b)), what);
    }

    /// @dev Maps any number into `min` to `max`, both included.
    function bound(uint256 value, uint256 min, uint256 max) internal pure returns (uint256) {
        return value >= min && value <= max ? value : min + (value % (max - min + 1));
    }

    function selectorOf(bytes memory revertData) internal pure returns (bytes4) {
        return bytes4(revertData);
    }
}
