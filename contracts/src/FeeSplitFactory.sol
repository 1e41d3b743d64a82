// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LibClone} from "solady/src/utils/LibClone.sol";
import {FeeSplit} from "./FeeSplit.sol";
import {ILaunchpad} from "./ILaunchpad.sol";

/// @title FeeSplitFactory
/// @notice Creates fee splits. The same accounts and shares always have the same address, for any caller and before the split
/// exists, so that a launch can name it as its fee holder before anyone pays for its creation.
/// @dev `implementation` is not a split: it has no accounts, and fees that are sent to it are lost. Name a clone.
contract FeeSplitFactory {
    /// @notice A split was created.
    event FeeSplitCreated(address indexed split, address[] accounts, uint16[] bps);

    /// @notice A split has 1 to `max` accounts, and one share for each.
    error AccountCount(uint256 accounts, uint256 shares, uint256 max);
    /// @notice Accounts come in ascending order, each once, without the zero address and the launchpad.
    error InvalidAccount(uint256 index, address account);
    /// @notice No share is zero.
    error InvalidShare(uint256 index);
    /// @notice The shares add up to 10,000 basis points.
    error ShareSum(uint256 sum);

    uint256 private constant ACCOUNTS_MAX = 10;
    uint256 private constant BPS = 10_000;

    /// @notice The launchpad whose fees the splits divide.
    ILaunchpad public immutable launchpad;
    /// @notice The code that every split delegates to.
    address public immutable implementation;

    constructor(ILaunchpad launchpad_) {
        launchpad = launchpad_;
        implementation = address(new FeeSplit(launchpad_));
    }

    /// @notice Creates the split of these accounts and shares, or returns the existing one.
    function createFeeSplit(address[] calldata accounts, uint16[] calldata bps) external returns (address split) {
        bool exists;
        (exists, split) = LibClone.createDeterministicClone(implementation, _pack(accounts, bps), 0);
        if (!exists) emit FeeSplitCreated(split, accounts, bps);
    }

    /// @notice The address of the split of these accounts and shares.
    function predictFeeSplit(address[] calldata accounts, uint16[] calldata bps) external view returns (address split) {
        return LibClone.predictDeterministicAddress(implementation, _pack(accounts, bps), 0, address(this));
    }

    function _pack(address[] calldata accounts, uint16[] calldata bps) private view returns (bytes memory entries) {
        uint256 length = accounts.length;
        if (length == 0 || length > ACCOUNTS_MAX || length != bps.length)
            revert AccountCount(length, bps.length, ACCOUNTS_MAX);
        address previous;
        uint256 sum;
        for (uint256 i; i < length; ++i) {
            if (accounts[i] <= previous || accounts[i] == address(launchpad)) revert InvalidAccount(i, accounts[i]);
            if (bps[i] == 0) revert InvalidShare(i);
            previous = accounts[i];
            sum += bps[i];
            entries = abi.encodePacked(entries, accounts[i], bps[i]);
        }
        if (sum != BPS) revert ShareSum(sum);
    }
}
