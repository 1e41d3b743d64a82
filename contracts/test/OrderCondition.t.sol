// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderCondition} from "../orders/OrderCondition.sol";
import {Test} from "./Test.sol";

/// @notice A source of figures, as quotes are.
contract Source {
    function figure(uint256 value) external pure returns (uint256) {
        return value;
    }

    function two(uint256 value) external pure returns (uint256, uint256) {
        return (value, type(uint256).max);
    }

    function short() external pure {
        assembly ("memory-safe") {
            return(0, 31)
        }
    }

    function fails() external pure {
        revert("closed");
    }

    function writes() external returns (uint256) {
        assembly ("memory-safe") {
            sstore(0, 1)
        }
        return 1;
    }
}

contract OrderConditionTest is Test {
    bytes32 private constant BATCH = bytes32(uint256(1) << 248);

    OrderCondition private condition;
    Source private source;

    function setUp() external {
        condition = new OrderCondition();
        source = new Source();
    }

    function orderOf(bytes memory query, uint256 min, uint256 max) private view returns (OrderCondition.Order memory) {
        OrderCondition.Call[] memory calls = new OrderCondition.Call[](1);
        calls[0] = OrderCondition.Call(address(0xCAFE), 7, hex"1234");
        return OrderCondition.Order(calls, 5, address(source), query, min, max);
    }

    function figureQuery(uint256 figure) private pure returns (bytes memory) {
        return abi.encodeCall(Source.figure, (figure));
    }

    /// @dev The signed calls and the tip, written independently of the contract.
    function batchOf(OrderCondition.Order memory order, address redeemer) private pure returns (bytes memory) {
        uint256 count = order.calls.length;
        OrderCondition.Call[] memory list = new OrderCondition.Call[](count + 1);
        for (uint256 i; i < count; ++i) list[i] = order.calls[i];
        list[count] = OrderCondition.Call(redeemer, order.tip, "");
        return abi.encode(list);
    }

    function check(
        OrderCondition.Order memory order,
        bytes32 mode,
        bytes memory execution,
        address redeemer
    ) private view returns (bytes4) {
        (bool success, bytes memory error) = address(condition).staticcall(
            abi.encodeCall(
                OrderCondition.beforeHook,
                (abi.encode(order), "", mode, execution, bytes32(0), address(this), redeemer)
            )
        );
        return success ? bytes4(0) : selectorOf(error);
    }

    function test_fuzz_accepts_theOrderWithinItsBounds(
        uint256 figure,
        uint256 min,
        uint256 max,
        address redeemer
    ) external view {
        OrderCondition.Order memory order = orderOf(figureQuery(figure), min, max);
        bytes4 expected = figure >= min && figure <= max ? bytes4(0) : OrderCondition.OutOfBounds.selector;
        assertEq(check(order, BATCH, batchOf(order, redeemer), redeemer), expected, "bounds");
    }

    function test_fuzz_bounds_areInclusive(uint256 figure) external view {
        OrderCondition.Order memory order = orderOf(figureQuery(figure), figure, figure);
        assertEq(check(order, BATCH, batchOf(order, address(9)), address(9)), bytes4(0), "both bounds");
        if (figure < type(uint256).max) {
            order = orderOf(figureQuery(figure), figure + 1, type(uint256).max);
            assertEq(
                check(order, BATCH, batchOf(order, address(9)), address(9)),
                OrderCondition.OutOfBounds.selector,
                "below"
            );
        }
        if (figure > 0) {
            order = orderOf(figureQuery(figure), 0, figure - 1);
            assertEq(
                check(order, BATCH, batchOf(order, address(9)), address(9)),
                OrderCondition.OutOfBounds.selector,
                "above"
            );
        }
    }

    function test_fuzz_refuses_everyOtherMode(bytes32 mode) external view {
        OrderCondition.Order memory order = orderOf(figureQuery(1), 1, 1);
        bytes4 expected = mode == BATCH ? bytes4(0) : OrderCondition.NotTheOrder.selector;
        assertEq(check(order, mode, batchOf(order, address(9)), address(9)), expected, "mode");
    }

    function test_fuzz_refuses_anotherRedeemer(address paid, address redeemer) external view {
        OrderCondition.Order memory order = orderOf(figureQuery(1), 1, 1);
        bytes4 expected = paid == redeemer ? bytes4(0) : OrderCondition.NotTheOrder.selector;
        assertEq(check(order, BATCH, batchOf(order, paid), redeemer), expected, "redeemer");
    }

    function test_fuzz_refuses_anyByteThatDiffers(uint256 place, uint8 change) external view {
        OrderCondition.Order memory order = orderOf(figureQuery(1), 1, 1);
        bytes memory execution = batchOf(order, address(9));
        uint256 index = place % execution.length;
        execution[index] = bytes1(uint8(execution[index]) ^ change);
        bytes4 expected = change == 0 ? bytes4(0) : OrderCondition.NotTheOrder.selector;
        assertEq(check(order, BATCH, execution, address(9)), expected, "byte");
    }

    function test_accepts_severalCallsInTheirOrderAlone() external view {
        OrderCondition.Order memory order = orderOf(figureQuery(1), 1, 1);
        OrderCondition.Call[] memory calls = new OrderCondition.Call[](2);
        calls[0] = OrderCondition.Call(address(1), 1, hex"01");
        calls[1] = OrderCondition.Call(address(2), 2, hex"");
        order.calls = calls;
        bytes memory execution = batchOf(order, address(9));
        assertEq(check(order, BATCH, execution, address(9)), bytes4(0), "in order");
        (calls[0], calls[1]) = (calls[1], calls[0]);
        assertEq(check(order, BATCH, execution, address(9)), OrderCondition.NotTheOrder.selector, "in another order");
    }

    function test_refuses_aSourceThatFailsWritesOrIsSilent() external view {
        bytes[3] memory queries = [
            abi.encodeCall(Source.fails, ()),
            abi.encodeCall(Source.writes, ()),
            abi.encodeCall(Source.short, ())
        ];
        for (uint256 i; i < queries.length; ++i) {
            OrderCondition.Order memory order = orderOf(queries[i], 0, type(uint256).max);
            assertEq(
                check(order, BATCH, batchOf(order, address(9)), address(9)),
                OrderCondition.NoFigure.selector,
                "no figure"
            );
        }
        OrderCondition.Order memory elsewhere = orderOf(figureQuery(1), 0, type(uint256).max);
        elsewhere.source = address(0xDEAD);
        assertEq(
            check(elsewhere, BATCH, batchOf(elsewhere, address(9)), address(9)),
            OrderCondition.NoFigure.selector,
            "no code"
        );
    }

    function test_fuzz_reads_theFirstWordAlone(uint256 figure) external view {
        OrderCondition.Order memory order = orderOf(abi.encodeCall(Source.two, (figure)), figure, figure);
        assertEq(check(order, BATCH, batchOf(order, address(9)), address(9)), bytes4(0), "first word");
    }

    function test_otherHooks_checkNothing() external view {
        condition.beforeAllHook("", "", 0, "", 0, address(0), address(0));
        condition.afterHook("", "", 0, "", 0, address(0), address(0));
        condition.afterAllHook("", "", 0, "", 0, address(0), address(0));
    }
}
