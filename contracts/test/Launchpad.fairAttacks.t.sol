// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchToken} from "../src/LaunchToken.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";
import {Receiver} from "./Receiver.sol";

/// @notice Attacks on an opening, a lock or a fee holder.
///
/// | attack                                              | here                                   |
/// |-----------------------------------------------------|----------------------------------------|
/// | creation and buy bundled by a contract              | test_fair01                            |
/// | several wallets, `buyFor`                           | test_fair02                            |
/// | round trip and sandwich inside the opening          | test_fair03, test_fair04               |
/// | filling the curve inside the opening                | test_fair05                            |
/// | creator or treasury earns by its own surcharge      | test_fair06                            |
/// | the clock is moved by the sequencer                 | test_fair07                            |
/// | lock evaded: sold, moved, permitted, the right sold | test_fair08, test_fair09               |
/// | hostile fee holder                                  | test_fair10                            |
/// | the first sniper of a plain launch                  | test_fair11 (not defended: see README) |
/// | fees or tokens pushed to who cannot move them       | test_fair12                            |
contract LaunchpadFairAttacksTest is LaunchpadTest {
    uint256 private constant START = 1_790_000_000;

    function withOpening(uint256 seconds_) private returns (address token) {
        return launchWith(withTerms(address(0), seconds_, 0), 0);
    }

    function test_fair01_creationAndBuyInOneTransaction() external {
        Bundler bundler = new Bundler(pad);
        vm.deal(address(bundler), 1 ether);
        address token = bundler.launchAndBuy(withTerms(address(0), 60, 0), 0.1 ether);
        assertEq(balance(token, address(bundler)), afterSurcharge(firstBuy(0.1 ether), 9_900), "one hundredth");
        // Only a locked first buy is exempt, and nothing that follows it in the same second.
        token = bundler.launchLockedAndBuy(withTerms(address(0), 60, 30), 0.1 ether);
        assertLe(balance(token, address(bundler)), firstBuy(0.1 ether) / 100, "one hundredth");
        assertEq(balance(token, token), firstBuy(0.1 ether), "locked");
    }

    function test_fuzz_fair02_severalWalletsGetNoMoreThanOne(uint256 wallets, uint256 at) external {
        wallets = bound(wallets, 1, 20);
        address token = withOpening(60);
        address single = withOpening(60);
        vm.warp(START + bound(at, 0, 59));
        uint256 together;
        for (uint256 i; i < wallets; ++i) {
            vm.prank(bob);
            together += pad.buyFor{value: 0.01 ether}(token, 0, address(uint160(0xF00 + i)), block.timestamp);
        }
        assertLe(together, buy(alice, single, wallets * 0.01 ether), "one wallet");
    }

    function test_fuzz_fair03_roundTripsLoseTheSurcharge(uint256 value, uint256 at) external {
        value = bound(value, 1e12, 2 ether);
        at = bound(at, 0, 59);
        address token = withOpening(60);
        buy(bob, token, 0.2 ether);
        vm.warp(START + at);
        uint256 funds = alice.balance;
        uint256 bought = buy(alice, token, value);
        vm.warp(START + 60 + at);
        sell(alice, token, bought);
        (uint256 lost, uint256 bps) = (funds - alice.balance, (9_900 * (60 - at)) / 60);
        // The sale returns at most the share of the tokens that was received, at a price that the purchase itself made.
        assertGe(lost, (value * bps) / 10_000 / 2, "lost");
        assertGe(lost, value / 100, "and the fee");
    }

    /// @dev A sandwich pays the surcharge on the way in.
    function test_fuzz_fair04_sandwichesLoseWhileTheSurchargeIsHigh(uint256 front, uint256 victim) external {
        (front, victim) = (bound(front, 0.001 ether, 1 ether), bound(victim, 0.001 ether, 0.1 ether));
        address token = withOpening(120);
        vm.warp(START + 60);
        uint256 funds = alice.balance;
        uint256 bought = buy(alice, token, front);
        buy(bob, token, victim);
        sell(alice, token, bought);
        assertLe(alice.balance, funds, "no profit");
    }

    function test_fair05_fillingTheCurveInTheOpeningBuysOneHundredth() external {
        address token = withOpening(60);
        uint256 funds = alice.balance;
        uint256 bought = buy(alice, token, 5 ether);
        assertEq(funds - alice.balance, FILL, "price of the whole curve");
        assertEq(bought, CURVE_SUPPLY / 100, "for one hundredth of it");
        assertEq(poolPrice(pad.poolKey(token)), POOL_PRICE, "at the pool's one price");
        vm.prank(alice);
        LaunchToken(token).transfer(address(pool), bought);
        assertLe(pool.swap(pad.poolKey(token), false, bought), FILL / 20, "worth little");
    }

    /// @dev No one gets any of the surcharge: the fees are those of a plain launch, and the withheld tokens are burned.
    function test_fuzz_fair06_creatorAndTreasuryGainNothingByIt(uint256 value, uint256 at) external {
        value = bound(value, 1, 3 ether);
        (address token, address plain) = (withOpening(60), launch());
        vm.warp(START + bound(at, 0, 59));
        vm.prank(creator);
        pad.buy{value: value}(token, 0);
        vm.prank(creator);
        pad.buy{value: value}(plain, 0);
        assertEq(pad.curve(token).creatorFees, pad.curve(plain).creatorFees, "creator");
        assertEq(pad.curve(token).treasuryFees, pad.curve(plain).treasuryFees, "treasury");
        assertEq(balance(token, creator) + balance(token, BURNED), balance(plain, creator), "tokens");
        assertEq(balance(token, treasury), 0, "treasury's tokens");
    }

    /// @dev A clock that jumps ahead only ends the opening; one that stops only keeps its rate.
    function test_fair07_theClock() external {
        address token = withOpening(60);
        (uint256 bps, ) = pad.openingOf(token);
        (uint256 again, ) = pad.openingOf(token);
        assertEq(bps, again, "the same second, the same rate");
        vm.warp(type(uint40).max);
        (bps, ) = pad.openingOf(token);
        assertEq(bps, 0, "far ahead");
        assertEq(buy(alice, token, 1 ether), firstBuy(1 ether), "plain");
    }

    function test_fuzz_fair08_nobodyElseMovesLockedTokens(address thief, uint256 amount) external {
        vm.assume(thief != address(0) && thief != address(pad));
        address token = launchWith(withTerms(address(0), 0, 30), 0.5 ether);
        vm.assume(thief != token);
        amount = bound(amount, 1e18, firstBuy(0.5 ether));
        vm.startPrank(thief);
        vm.expectPartialRevert(LaunchToken.ERC20InsufficientAllowance.selector);
        LaunchToken(token).transferFrom(token, thief, amount);
        vm.expectPartialRevert(LaunchToken.ERC20InsufficientBalance.selector);
        pad.sell(token, amount, 0);
        vm.expectRevert();
        LaunchToken(token).permit(token, thief, amount, block.timestamp, 27, bytes32(uint256(1)), bytes32(uint256(1)));
        vm.stopPrank();
        assertEq(balance(token, token), firstBuy(0.5 ether), "locked");
    }

    function test_fair09_sellingTheRightReleasesNothing() external {
        address token = launchWith(withTerms(address(0), 0, 30), 0.5 ether);
        vm.prank(creator);
        pad.transferCreator(token, bob);
        vm.expectEmit(address(pad));
        emit ILaunchpad.CreatorTransferred(token, creator, bob);
        vm.prank(bob);
        pad.acceptCreator(token);
        assertEq(balance(token, token), firstBuy(0.5 ether), "locked");
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.ZeroAmount.selector));
        pad.releaseLock(token);
    }

    function test_fair10_aHostileFeeHolderCanOnlyRefuseItsOwnMoney() external {
        Receiver enemy = new Receiver();
        enemy.set(Receiver.Mood.Refuse);
        address token = launchWith(withTerms(address(enemy), 60, 1), 0.1 ether);
        vm.warp(START + 2 days);
        buy(alice, token, 1 ether);
        sell(alice, token, balance(token, alice) / 2);
        buy(bob, token, 3 ether);
        assertTrue(pad.curve(token).status == ILaunchpad.Status.Graduated, "graduated");
        pad.releaseLock(token);
        pad.collectPoolFees(token);
        address[] memory list = new address[](1);
        list[0] = token;
        assertTrue(pad.claimTreasuryFees(list) > 0, "treasury");
        vm.expectPartialRevert(ILaunchpad.EthTransferFailed.selector);
        enemy.run(address(pad), 0, abi.encodeCall(pad.claimCreatorFees, (token, address(enemy))));
        assertEq(address(pad).balance, owed(token), "its money waits");
    }

    /// @dev What an opening is for: a plain launch pays the first to come, and one with an opening does not pay for being fast.
    function test_fair11_theFirstSniperProfitsFromAPlainLaunchOnly() external {
        assertTrue(snipe(launch()) > int256(0.8 ether), "plain");
        assertTrue(snipe(withOpening(120)) < -int256(0.08 ether), "opening");
    }

    /// @dev Buys for 0.1 ETH at once, waits until others have filled the curve, and sells first in the pool.
    function snipe(address token) private returns (int256 profit) {
        uint256 funds = alice.balance;
        uint256 bought = buy(alice, token, 0.1 ether);
        vm.warp(block.timestamp + 120);
        buy(bob, token, 3 ether);
        vm.prank(alice);
        LaunchToken(token).transfer(address(pool), bought);
        return int256(pool.swap(pad.poolKey(token), false, bought) + alice.balance) - int256(funds);
    }

    function test_fair12_nobodyPushesTheCreatorsTokens() external {
        address token = launch();
        uint256 bought = buy(bob, token, 3 ether);
        vm.prank(bob);
        LaunchToken(token).transfer(address(pool), bought / 2);
        pool.swap(pad.poolKey(token), false, bought / 2);
        vm.prank(bob);
        (, uint256 tokenAmount) = pad.collectPoolFees(token);
        assertEq(balance(token, creator), 0, "not pushed");
        vm.prank(creator);
        pad.claimCreatorFees(token, alice);
        assertEq(balance(token, alice), tokenAmount / 2, "where the creator wants them");
    }
}

/// @notice Launches and buys in one transaction.
contract Bundler {
    ILaunchpad private immutable pad;

    constructor(ILaunchpad pad_) {
        pad = pad_;
    }

    receive() external payable {}

    function launchAndBuy(ILaunchpad.Options calldata options, uint256 value) external returns (address token) {
        token = pad.createTokenWithOptions("Bundle", "BND", 0, options);
        pad.buy{value: value}(token, 0);
    }

    function launchLockedAndBuy(ILaunchpad.Options calldata options, uint256 value) external returns (address token) {
        token = pad.createTokenWithOptions{value: value}("Bundle", "BND", 0, options);
        pad.buy{value: value}(token, 0);
    }
}
