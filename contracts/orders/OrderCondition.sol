// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title OrderCondition
/// @notice A caveat enforcer for MetaMask's Delegation Framework 1.3.0 (ERC-7710): lets anyone execute a signed order, and nothing but
/// that order. The calls are the signed ones, the last call pays the signed tip to the account that redeems, and a figure that
/// another contract reports lies within signed bounds at that moment.
/// @dev It has no storage, no owner and no setter, holds nothing, and writes nothing. That an order executes once, until when,
/// and whether it was revoked is checked by the framework's own enforcers.
contract OrderCondition {
    /// @notice One call of the owner's account, encoded like the framework's `Execution`.
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    /// @notice What the owner signs.
    struct Order {
        /// The calls, in order.
        Call[] calls;
        /// Wei that the account which redeems is paid after the calls.
        uint256 tip;
        /// The contract that reports the figure, such as a quote.
        address source;
        /// The calldata for it. The figure is the first word that it returns.
        bytes query;
        /// The least figure at which the order executes.
        uint256 min;
        /// The greatest figure at which the order executes.
        uint256 max;
    }

    /// @notice The mode, the calls or the tip differ from what the owner signed.
    error NotTheOrder();
    /// @notice The source did not report a figure.
    error NoFigure();
    /// @notice The figure is outside of the bounds.
    error OutOfBounds(uint256 figure, uint256 min, uint256 max);

    /// @dev ERC-7579: a batch of calls that reverts as a whole if one of them fails.
    bytes32 private constant BATCH = bytes32(uint256(1) << 248);

    /// @notice Called by the delegation manager right before the calls. Reverts unless they are the order and its condition holds.
    /// @param terms The ABI encoding of an `Order`.
    function beforeHook(
        bytes calldata terms,
        bytes calldata,
        bytes32 mode,
        bytes calldata execution,
        bytes32,
        address,
        address redeemer
    ) external view {
        Order memory order = abi.decode(terms, (Order));
        bytes memory signed = abi.encode(_withTip(order, redeemer));
        if (mode != BATCH || keccak256(execution) != keccak256(signed)) revert NotTheOrder();
        (bool success, bytes memory result) = order.source.staticcall(order.query);
        if (!success || result.length < 32) revert NoFigure();
        uint256 figure = abi.decode(result, (uint256));
        if (figure < order.min || figure > order.max) revert OutOfBounds(figure, order.min, order.max);
    }

    /// @notice Part of the framework's interface; checks nothing.
    function beforeAllHook(
        bytes calldata,
        bytes calldata,
        bytes32,
        bytes calldata,
        bytes32,
        address,
        address
    ) external pure {}

    /// @notice Part of the framework's interface; checks nothing.
    function afterHook(
        bytes calldata,
        bytes calldata,
        bytes32,
        bytes calldata,
        bytes32,
        address,
        address
    ) external pure {}

    /// @notice Part of the framework's interface; checks nothing.
    function afterAllHook(
        bytes calldata,
        bytes calldata,
        bytes32,
        bytes calldata,
        bytes32,
        address,
        address
    ) external pure {}

    /// @dev The signed calls, then the tip.
    function _withTip(Order memory order, address redeemer) private pure returns (Call[] memory list) {
        uint256 count = order.calls.length;
        list = new Call[](count + 1);
        for (uint256 i; i < count; ++i) list[i] = order.calls[i];
        list[count] = Call(redeemer, order.tip, "");
    }
}
