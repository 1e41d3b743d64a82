// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {IUnlockCallback} from "@uniswap/v4-core/src/interfaces/callback/IUnlockCallback.sol";
import {FeeSplit} from "../src/FeeSplit.sol";
import {FeeSplitFactory} from "../src/FeeSplitFactory.sol";
import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";

/// @notice Sells while the pool manager is unlocked, and calls the launchpad's own callback from the payment: the launchpad is
/// locked and the pool manager would serve it, so that only the check of the caller protects the fees.
contract CallbackCaller is IUnlockCallback {
    IPoolManager private immutable manager;
    ILaunchpad private immutable pad;
    address private target;
    bool public succeeded;
    bytes public answer;

    constructor(IPoolManager manager_, ILaunchpad pad_) {
        (manager, pad) = (manager_, pad_);
    }

    function attack(address sold, uint256 amount, address target_) external {
        target = target_;
        manager.unlock(abi.encode(sold, amount));
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        (address sold, uint256 amount) = abi.decode(data, (address, uint256));
        pad.sell(sold, amount, 0);
        return "";
    }

    receive() external payable {
        bytes memory data = abi.encode(target, address(this), uint256(0));
        (succeeded, answer) = address(pad).call(abi.encodeCall(IUnlockCallback.unlockCallback, (data)));
    }
}

/// @notice Accepts ETH only with nearly all of the gas that a split grants an account.
contract GasHungry {
    receive() external payable {
        require(gasleft() > 101_500, "too little gas");
    }
}

/// @notice Behaviour at the edges: the caller of the callback, the smallest amounts, exact divisions and scarce gas.
contract LaunchpadBoundaryTest is LaunchpadTest {
    function test_unlockCallback_isForThePoolManagerAlone() external {
        address sold = launch();
        address target = graduated();
        pool.swap{value: 1 ether}(pad.poolKey(target), true, 1 ether);
        CallbackCaller thief = new CallbackCaller(manager, pad);
        vm.prank(alice);
        uint256 bought = pad.buyFor{value: 0.1 ether}(sold, 0, address(thief), block.timestamp);
        (uint256 fees, ) = pad.uncollectedPoolFees(target);
        thief.attack(sold, bought, target);
        assertTrue(!thief.succeeded(), "refused");
        bytes memory refusal = abi.encodeWithSelector(ILaunchpad.NotPoolManager.selector, address(thief));
        assertEq(keccak256(thief.answer()), keccak256(refusal), "reason");
        (uint256 left, ) = pad.uncollectedPoolFees(target);
        assertEq(left, fees, "fees stay in the pool");
    }

    function test_opening_goesOnAfterASale() external {
        address token = launchWith(withTerms(address(0), 200, 0), 0);
        vm.warp(block.timestamp + 100);
        sell(alice, token, buy(alice, token, 0.2 ether) / 3);
        (uint256 expected, , , ) = pad.getBuyQuote(token, 0.1 ether);
        uint256 burned = balance(token, BURNED);
        assertEq(buy(bob, token, 0.1 ether), expected, "quoted with the surcharge");
        assertTrue(balance(token, BURNED) > burned, "surcharged");
    }

    /// @dev 9900 * 60 / 101 is 5881.19.
    function test_opening_roundsItsRateDown() external {
        address token = launchWith(withTerms(address(0), 101, 0), 0);
        vm.warp(block.timestamp + 41);
        (uint256 rate, ) = pad.openingOf(token);
        assertEq(rate, 5_881, "rate");
    }

    function test_collectPoolFees_ofOneWei() external {
        address token = graduated();
        pool.swap{value: 120}(pad.poolKey(token), true, 120);
        (uint256 due, ) = pad.uncollectedPoolFees(token);
        assertEq(due, 1, "due");
        (uint256 collected, ) = pad.collectPoolFees(token);
        assertEq(collected, 1, "collected");
    }

    /* FEE SPLIT */

    function splitOf(address account) private returns (FeeSplit) {
        bytes memory code = vm.getCode("FeeSplitFactory.sol:FeeSplitFactory");
        FeeSplitFactory factory = FeeSplitFactory(create(bytes.concat(code, abi.encode(address(pad)))));
        address[] memory accounts = new address[](1);
        uint16[] memory bps = new uint16[](1);
        (accounts[0], bps[0]) = (account, 10_000);
        return FeeSplit(payable(factory.createFeeSplit(accounts, bps)));
    }

    /// @dev With any gas the account is paid or the call reverts; it is never credited because the caller was stingy.
    function test_split_neverCreditsAnAccountForWantOfGas() external {
        FeeSplit split = splitOf(address(new GasHungry()));
        for (uint256 limit = 90_000; limit < 300_000; limit += 700) {
            vm.deal(address(split), 1 ether);
            try split.divideEth{gas: limit}() {} catch {}
            assertEq(split.totalOwed(), 0, "credited");
        }
        assertEq(address(split).balance, 0, "paid in the end");
    }

    function test_split_ofNothingEmitsAndPaysNothing() external {
        FeeSplit split = splitOf(alice);
        address token = launchWith(withTerms(address(split), 0, 0), 0);
        vm.recordLogs();
        split.claim(token);
        assertEq(vm.getRecordedLogs().length, 1, "only the launchpad's own FeesClaimed");
    }
}
