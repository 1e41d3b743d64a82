// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {IUnlockCallback} from "@uniswap/v4-core/src/interfaces/callback/IUnlockCallback.sol";
import {FeeSplit} from "../src/FeeSplit.sol";
import {FeeSplitFactory} from "../src/FeeSplitFactory.sol";
import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchToken} from "../src/LaunchToken.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";
import {Receiver} from "./Receiver.sol";

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

    /// @dev Half of two units is the creator's: the smallest amount that is kept. The curve's own numbers stay.
    function test_collectPoolFees_keepsOneUnitForTheCreator() external {
        address token = graduated();
        vm.prank(bob);
        LaunchToken(token).transfer(address(pool), 250);
        pool.swap(pad.poolKey(token), false, 250);
        (, uint256 collected) = pad.collectPoolFees(token);
        assertEq(collected, 2, "collected");
        assertEq(pad.curve(token).realEth, TARGET, "raised");
        vm.prank(creator);
        pad.claimCreatorFees(token, creator);
        assertEq(balance(token, creator), 1, "kept and paid");
        assertEq(pad.curve(token).realEth, TARGET, "raised after the claim");
    }

    /// @dev The code of another contract is not read as that of a token.
    function test_curve_ofAForeignContractIsEmpty() external view {
        ILaunchpad.Curve memory curve = pad.curve(address(manager));
        assertEq(uint256(curve.status), 0, "status");
        assertEq(curve.creator, address(0), "creator");
        assertEq(curve.poolId, bytes32(0), "pool");
    }

    function test_quotes_ofTheSmallestAmounts() external {
        address token = launch();
        (uint256 tokensOut, , uint256 ethUsed, ) = pad.getBuyQuote(token, 1);
        assertEq(tokensOut, firstBuy(1), "tokens for a wei");
        assertEq(ethUsed, 1, "used");
        (uint256 ethIn, uint256 fee) = pad.getBuyQuoteExactOut(token, 1);
        assertEq(ethIn, 1, "wei for a unit");
        assertEq(fee, 0, "fee");
    }

    /// @dev The fewest tokens that bring a wei, and one less, which bring nothing.
    function test_sell_forOneWei() external {
        address token = launch();
        buy(alice, token, 0.1 ether);
        ILaunchpad.Curve memory curve = pad.curve(token);
        uint256 left = VIRTUAL_TOKEN - curve.sold;
        uint256 least = left / (VIRTUAL_ETH + curve.realEth - 1) + 1;
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.ZeroAmount.selector));
        pad.getSellQuote(token, least - 1);
        assertEq(sell(alice, token, least), 1, "paid");
    }

    function test_buy_plainEmitsATradeAndATransfer() external {
        address token = launch();
        vm.recordLogs();
        buy(alice, token, 0.1 ether);
        assertEq(vm.getRecordedLogs().length, 2, "events");
    }

    function test_buy_withoutARefundSendsNoEth() external {
        address token = launch();
        Receiver buyer = new Receiver();
        buyer.set(Receiver.Mood.Refuse);
        buyer.run{value: 0.1 ether}(address(pad), 0.1 ether, abi.encodeCall(ILaunchpad.buy, (token, 0)));
        assertEq(balance(token, address(buyer)), firstBuy(0.1 ether), "bought");
    }

    function test_opening_itsEndLeavesTheRaisedEthToTheWei() external {
        address token = launchWith(withTerms(address(0), 60, 0), 0);
        buy(alice, token, 1_000_001);
        uint256 before = pad.realEthRaised(token);
        assertEq(before % 2, 1, "odd");
        vm.warp(block.timestamp + 60);
        buy(bob, token, 10);
        assertEq(pad.realEthRaised(token), before + 10, "raised");
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
