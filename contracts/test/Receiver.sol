// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A contract wallet that misbehaves when it receives ETH.
contract Receiver {
    enum Mood {
        Accept,
        Refuse,
        BurnGas,
        Reenter
    }

    Mood private mood;
    address private target;
    bytes private reentry;
    /// The result of the call made while receiving.
    bytes public answer;
    bool public succeeded;

    function set(Mood mood_) external {
        mood = mood_;
    }

    /// @dev Whenever ETH arrives, `target` is called with `data`.
    function reenter(address target_, bytes calldata data) external {
        (mood, target, reentry) = (Mood.Reenter, target_, data);
    }

    /// @dev Calls `to` as this account.
    function run(address to, uint256 value, bytes calldata data) external payable returns (bytes memory result) {
        bool success;
        (success, result) = to.call{value: value}(data);
        if (!success) {
            assembly ("memory-safe") {
                revert(add(result, 32), mload(result))
            }
        }
    }

    receive() external payable {
        if (mood == Mood.Refuse) revert("no ETH, please");
        if (mood == Mood.BurnGas) {
            assembly ("memory-safe") {
                invalid()
            }
        }
        if (mood == Mood.Reenter) (succeeded, answer) = target.call(reentry);
    }
}
