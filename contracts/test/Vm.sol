// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The cheatcodes that these tests use.
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function computeCreateAddress(address deployer, uint256 nonce) external pure returns (address);
    function assume(bool condition) external pure;
    function deal(address account, uint256 balance) external;
    function etch(address target, bytes calldata code) external;
    function expectEmit(address emitter) external;
    function expectPartialRevert(bytes4 selector) external;
    function expectRevert(bytes calldata data) external;
    function expectRevert() external;
    function getCode(string calldata artifact) external view returns (bytes memory);
    function getRecordedLogs() external returns (Log[] memory);
    function label(address account, string calldata name) external;
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function prank(address sender) external;
    function readFile(string calldata path) external view returns (string memory);
    function recordLogs() external;
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 key) external pure returns (address);
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
    function toString(uint256 value) external pure returns (string memory);
}
