// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IHooks} from "@uniswap/v4-core/src/interfaces/IHooks.sol";
import {Currency, CurrencyLibrary} from "@uniswap/v4-core/src/types/Currency.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchToken} from "../src/LaunchToken.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";
import {Receiver} from "./Receiver.sol";

/// @notice One test for each attack that launchpads are known to have suffered or been warned of, on the real pool manager.
///
/// | #  | attack                                              | here                                                     |
/// |----|-----------------------------------------------------|----------------------------------------------------------|
/// |  1 | pool opened beforehand at a false price             | test_attack01                                            |
/// |  2 | pair created beforehand, so that creation reverts   | test_attack02 (v2 is not used; the v4 form of it)        |
/// |  3 | donation and `sync` before the liquidity arrives    | test_attack03 (v2 is not used; the v4 form of it)        |
/// |  4 | tokens moved into the pool before graduation        | test_attack04                                            |
/// |  5 | swap in an empty pool moves its price               | test_attack05                                            |
/// |  6 | one fixed price for both orders of the pair         | test_attack06                                            |
/// |  7 | last buy overshoots                                 | test_attack07                                            |
/// |  8 | receiver that refuses blocks graduation             | test_attack08                                            |
/// |  9 | payment pushed to the creator blocks trading        | test_attack09                                            |
/// | 10 | reentrancy, also into views                         | test_attack10                                            |
/// | 11 | rounding in the trader's favour                     | test_attack11                                            |
/// | 12 | fees evaded by dust, or taken of a refund           | test_attack12                                            |
/// | 13 | packed numbers overflow                             | test_attack13                                            |
/// | 14 | forced ETH or tokens move the price                 | test_attack14                                            |
/// | 15 | authority that can withdraw                         | test_attack15                                            |
/// | 16 | flash loan fills the curve and sells into the pool  | test_attack16                                            |
/// | 17 | sandwich                                            | test_attack17                                            |
/// | 18 | terms changed after the quote                       | test_attack18                                            |
/// | 19 | salt of another taken                               | test_attack19                                            |
/// | 20 | foreign or malicious token                          | test_attack20                                            |
/// | 21 | implementation taken over                           | test_attack21                                            |
/// | 22 | limit on swaps bypassed by splitting them           | does not apply: no limit per wallet; see Launchpad.fairAttacks |
/// | 23 | windows counted in blocks                           | test_attack23                                            |
/// | 24 | tokens of the pool sold to the curve                | test_attack24                                            |
/// | 25 | names that deceive or bloat                         | test_attack25, and Text.t.sol                            |
/// | 26 | built-in allowance abused                           | test_attack26                                            |
contract LaunchpadAttacksTest is LaunchpadTest {
    address private token;

    function setUp() public override {
        super.setUp();
        token = launch();
    }

    function assertGraduated(address graduate) private view {
        PoolKey memory key = pad.poolKey(graduate);
        assertTrue(pad.curve(graduate).status == ILaunchpad.Status.Graduated, "status");
        assertEq(poolPrice(key), POOL_PRICE, "price");
        assertGe(poolLiquidity(key), POOL_LIQUIDITY, "liquidity");
        assertEq(address(pad).balance, owed(graduate), "solvent");
    }

    /// @dev The key of the same pair without the launchpad as its hook.
    function hooklessKey() private view returns (PoolKey memory key) {
        key = pad.poolKey(token);
        key.hooks = IHooks(address(0));
    }

    function test_attack01_fuzz_poolOpenedBeforehandAtAFalsePrice(uint160 price, uint24 fee, uint256 spacing) external {
        price = uint160(bound(price, 4295128739, 1461446703485210103287273052203988822378723970341));
        manager.initialize(hooklessKey(), price);
        PoolKey memory key = pad.poolKey(token);
        vm.expectRevert();
        manager.initialize(key, price);
        // No pool at all can be opened with the launchpad as its hook.
        key.fee = uint24(bound(fee, 0, 1_000_000));
        key.tickSpacing = int24(int256(bound(spacing, 1, 32_767)));
        vm.expectRevert();
        manager.initialize(key, price);
        buy(bob, token, 3 ether);
        assertGraduated(token);
    }

    function test_attack02_poolsOfAPredictedTokenOpenedBeforehand() external {
        address next = pad.predictToken(alice, "Next", "NEXT", withSalt(bytes32(uint256(1))));
        PoolKey memory key = pad.poolKey(next);
        vm.expectRevert();
        manager.initialize(key, POOL_PRICE);
        key.hooks = IHooks(address(0));
        manager.initialize(key, 1 << 96);
        vm.prank(alice);
        pad.createTokenWithOptions{value: 3 ether}("Next", "NEXT", 0, withSalt(bytes32(uint256(1))));
        assertGraduated(next);
    }

    function test_attack03_donationAndSyncBeforeTheLiquidityArrives() external {
        vm.deal(address(manager), 1 ether);
        buy(alice, token, 0.1 ether);
        vm.prank(alice);
        LaunchToken(token).transfer(address(manager), 1);
        pool.syncThenBuy{value: 5 ether}(pad, token);
        assertGraduated(token);
    }

    function test_attack03_buyInsideAnUnlockedPoolManagerHarmsOnlyItself() external {
        vm.deal(address(pool), 5 ether);
        vm.expectRevert();
        pool.buyWhileUnlocked{value: 5 ether}(pad, token);
        // Below the target nothing needs the pool manager.
        pool.buyWhileUnlocked{value: 1 ether}(pad, token);
        buy(bob, token, 3 ether);
        assertGraduated(token);
    }

    function test_attack04_fuzz_tokensMovedIntoThePoolBeforehand(uint256 value, uint256 part) external {
        uint256 held = buy(alice, token, bound(value, 1, 2 ether));
        part = bound(part, 0, held);
        vm.startPrank(alice);
        LaunchToken(token).transfer(address(manager), part);
        LaunchToken(token).transfer(address(uint160(uint256(poolId(token)))), held - part);
        vm.stopPrank();
        buy(bob, token, 3 ether);
        assertGraduated(token);
        assertEq(balance(token, address(manager)), POOL_TOKENS + part, "tokens");
    }

    function test_attack05_swapBeforeThereIsLiquidity() external {
        PoolKey memory key = pad.poolKey(token);
        vm.expectRevert();
        pool.swap{value: 1}(key, true, 1);
        vm.expectRevert();
        pool.donate{value: 1}(key, 1);
        buy(bob, token, 3 ether);
        assertGraduated(token);
    }

    function test_attack06_fuzz_onePriceForEveryTokenAddress(bytes32 salt) external {
        vm.assume(salt != 0);
        vm.prank(alice);
        address other = pad.createTokenWithOptions{value: 3 ether}("Other", "OTH", 0, withSalt(salt));
        PoolKey memory key = pad.poolKey(other);
        assertTrue(key.currency0 == CurrencyLibrary.ADDRESS_ZERO && key.currency1 == Currency.wrap(other), "order");
        assertGraduated(other);
    }

    function test_attack07_fuzz_lastBuyOvershoots(uint256 first, uint256 value) external {
        buy(bob, token, bound(first, 1, 2.8 ether));
        value = bound(value, 3 ether, 1e30);
        vm.deal(alice, value);
        (uint256 tokensOut, uint256 fee, uint256 ethUsed, uint256 refund) = pad.getBuyQuote(token, value);
        assertEq(buy(alice, token, value), tokensOut, "tokens");
        assertEq(alice.balance, refund, "refund");
        assertEq(ethUsed, value - refund, "spent");
        assertEq(fee, ethUsed / 100, "fee of the used part only");
        assertLe(pad.curve(token).sold, CURVE_SUPPLY, "sold");
        assertGraduated(token);
    }

    function test_attack08_receiversThatRefuseOrBurnGas() external {
        for (uint256 i = 1; i < 3; ++i) {
            address target = launch();
            Receiver enemy = new Receiver();
            vm.deal(address(enemy), 10 ether);
            enemy.run(address(pad), 1 ether, abi.encodeCall(pad.buy, (target, 0)));
            enemy.set(Receiver.Mood(i));
            // It cannot sell or be refunded, and no one else is affected.
            vm.expectPartialRevert(ILaunchpad.EthTransferFailed.selector);
            enemy.run{gas: 2_000_000}(address(pad), 0, abi.encodeCall(pad.sell, (target, 1e24, 0)));
            vm.expectPartialRevert(ILaunchpad.EthTransferFailed.selector);
            enemy.run{gas: 2_000_000}(address(pad), 5 ether, abi.encodeCall(pad.buy, (target, 0)));
            buy(alice, target, 0.1 ether);
            sell(alice, target, balance(target, alice));
            buy(bob, target, 3 ether);
            assertTrue(pad.curve(target).status == ILaunchpad.Status.Graduated, "graduated");
        }
    }

    function test_attack09_creatorThatRefusesPayment() external {
        Receiver enemy = new Receiver();
        bytes memory made = enemy.run(address(pad), 0, abi.encodeCall(pad.createToken, ("Trap", "TRAP", 0)));
        address trap = abi.decode(abi.decode(abi.encode(made), (bytes)), (address));
        enemy.set(Receiver.Mood.Refuse);
        buy(alice, trap, 1 ether);
        sell(alice, trap, balance(trap, alice) / 2);
        buy(bob, trap, 3 ether);
        assertGraduated(trap);
        pool.swap{value: 1 ether}(pad.poolKey(trap), true, 1 ether);
        pad.collectPoolFees(trap);
        address[] memory list = new address[](1);
        list[0] = trap;
        assertTrue(pad.claimTreasuryFees(list) > 0, "treasury");
        vm.expectPartialRevert(ILaunchpad.EthTransferFailed.selector);
        enemy.run(address(pad), 0, abi.encodeCall(pad.claimCreatorFees, (trap, address(enemy))));
        enemy.run(address(pad), 0, abi.encodeCall(pad.claimCreatorFees, (trap, alice)));
    }

    function test_attack09_treasuryThatRefusesPayment() external {
        Receiver enemy = new Receiver();
        enemy.set(Receiver.Mood.Refuse);
        pad = ILaunchpad(deployPad(address(manager), address(enemy)));
        token = launch();
        buy(alice, token, 1 ether);
        buy(bob, token, 3 ether);
        assertGraduated(token);
        address[] memory list = new address[](1);
        list[0] = token;
        vm.expectPartialRevert(ILaunchpad.EthTransferFailed.selector);
        pad.claimTreasuryFees(list);
        vm.prank(creator);
        assertTrue(pad.claimCreatorFees(token, creator) > 0, "creator");
    }

    function test_attack10_reentrancyIntoEveryFunction() external {
        address other = launch();
        buy(alice, other, 1 ether);
        address[] memory list = new address[](1);
        list[0] = token;
        bytes[19] memory entries = [
            abi.encodeCall(pad.createToken, ("Again", "AGN", 0)),
            abi.encodeCall(pad.createTokenWithOptions, ("Again", "AGN", 0, withSalt(0))),
            abi.encodeCall(pad.buy, (token, 0)),
            abi.encodeCall(pad.buyFor, (token, 0, alice, block.timestamp)),
            abi.encodeCall(pad.sell, (token, 1e18, 0)),
            abi.encodeCall(pad.sellFor, (token, 1e18, 0, alice, block.timestamp)),
            abi.encodeCall(pad.getBuyQuote, (token, 1)),
            abi.encodeCall(pad.getBuyQuoteExactOut, (token, 1)),
            abi.encodeCall(pad.getSellQuote, (token, 1e18)),
            abi.encodeCall(pad.collectPoolFees, (token)),
            abi.encodeCall(pad.claimCreatorFees, (token, alice)),
            abi.encodeCall(pad.claimTreasuryFees, (list)),
            abi.encodeCall(pad.transferCreator, (token, alice)),
            abi.encodeCall(pad.acceptCreator, (token)),
            abi.encodeCall(pad.releaseLock, (token)),
            abi.encodeCall(pad.lockOf, (token)),
            abi.encodeCall(pad.uncollectedPoolFees, (token)),
            abi.encodeCall(pad.curve, (token)),
            abi.encodeCall(pad.realEthRaised, (token))
        ];
        for (uint256 i; i < entries.length; ++i) {
            Receiver enemy = new Receiver();
            vm.deal(address(enemy), 10 ether);
            enemy.run(address(pad), 0.01 ether, abi.encodeCall(pad.buy, (token, 0)));
            enemy.reenter(address(pad), entries[i]);
            uint256 part = balance(token, address(enemy)) / 2;
            enemy.run(address(pad), 0, abi.encodeCall(pad.sell, (token, part, 0)));
            assertTrue(!enemy.succeeded(), "reentered from a sale");
            assertEq(selectorOf(enemy.answer()), ILaunchpad.Reentrancy.selector, "error");
        }
        assertEq(address(pad).balance, owed(token) + owed(other) - pad.treasuryFees(), "solvent");
    }

    function test_attack10_reentrancyFromTheRefundAndFromAClaim() external {
        Receiver enemy = new Receiver();
        vm.deal(address(enemy), 10 ether);
        enemy.reenter(address(pad), abi.encodeCall(pad.getBuyQuote, (token, 1)));
        enemy.run(address(pad), 5 ether, abi.encodeCall(pad.buy, (token, 0)));
        assertEq(selectorOf(enemy.answer()), ILaunchpad.Reentrancy.selector, "refund");
        assertGraduated(token);
        vm.prank(creator);
        pad.claimCreatorFees(token, address(enemy));
        assertEq(selectorOf(enemy.answer()), ILaunchpad.Reentrancy.selector, "claim");
    }

    function test_attack11_fuzz_roundingInTheTradersFavour(uint256 value, uint256 parts) external {
        buy(bob, token, 1 ether);
        value = bound(value, 1, 1 ether);
        parts = bound(parts, 1, 12);
        uint256 funds = alice.balance;
        for (uint256 i; i < parts; ++i) buy(alice, token, value / parts + 1);
        uint256 held = balance(token, alice);
        for (uint256 i = parts; i > 0; --i) {
            uint256 part = balance(token, alice) / i;
            if (part > 1e11) sell(alice, token, part);
        }
        assertLe(alice.balance, funds, "no profit");
        ILaunchpad.Curve memory curve = pad.curve(token);
        uint256 k = (VIRTUAL_ETH + curve.realEth) * (VIRTUAL_TOKEN - curve.sold);
        assertGe(k, VIRTUAL_ETH * VIRTUAL_TOKEN, "k");
        assertTrue(held > 0, "bought");
    }

    function test_attack12_fuzz_feesEvadedByDust(uint256 seed) external {
        uint256 fees;
        uint256 spent;
        for (uint256 i; i < 60; ++i) {
            uint256 value = 1 + (uint256(keccak256(abi.encode(seed, i))) % 400);
            fees += value / 100;
            spent += value;
            buy(alice, token, value);
        }
        ILaunchpad.Curve memory curve = pad.curve(token);
        assertEq(curve.creatorFees + curve.treasuryFees, fees, "fees");
        assertEq(curve.realEth, spent - fees, "realEth");
        assertEq(address(pad).balance, owed(token), "solvent");
    }

    function test_attack13_packedNumbersAtTheirBounds() external {
        // The largest fees that can exist are all the ETH there is; they must not touch the adjacent numbers.
        buy(bob, token, 3 ether);
        PoolKey memory key = pad.poolKey(token);
        uint256 all = 120_000_000 ether;
        vm.deal(address(this), all);
        pool.donate{value: all}(key, all);
        (uint256 ethAmount, ) = pad.collectPoolFees(token);
        assertGe(ethAmount, all - 10, "collected");
        ILaunchpad.Curve memory curve = pad.curve(token);
        assertEq(curve.realEth, TARGET, "realEth");
        assertEq(curve.sold, CURVE_SUPPLY, "sold");
        assertTrue(curve.status == ILaunchpad.Status.Graduated, "status");
        assertEq(address(pad).balance, owed(token), "solvent");
        vm.prank(creator);
        assertGe(pad.claimCreatorFees(token, creator), all / 2 - 10, "claimed");
    }

    function test_attack14_fuzz_forcedEthAndTokens(uint256 forced) external {
        forced = bound(forced, 1, 1e24);
        buy(alice, token, 1 ether);
        ILaunchpad.Curve memory before = pad.curve(token);
        (uint256 tokensOut, , , ) = pad.getBuyQuote(token, 1 ether);
        vm.deal(address(pad), address(pad).balance + forced);
        vm.prank(alice);
        vm.expectPartialRevert(LaunchToken.ERC20InvalidReceiver.selector);
        LaunchToken(token).transfer(address(pad), 1);
        assertEq(keccak256(abi.encode(pad.curve(token))), keccak256(abi.encode(before)), "state");
        assertEq(buy(bob, token, 1 ether), tokensOut, "price");
        assertEq(address(pad).balance, owed(token) + forced, "solvent");
    }

    /// @dev The launchpad cannot delegate, destroy itself or be given new code; its interface is pinned by a snapshot.
    function test_attack15_authorityThatCanWithdraw() external view {
        bytes memory code = address(pad).code;
        for (uint256 i; i < code.length; ++i) {
            uint8 opcode = uint8(code[i]);
            if (opcode >= 0x60 && opcode <= 0x7f) i += opcode - 0x5f;
            else assertTrue(opcode != 0xf4 && opcode != 0xf2 && opcode != 0xff, "forbidden opcode");
        }
    }

    function test_attack16_fuzz_flashLoanFillsTheCurveAndSellsIntoThePool(uint256 first, uint256 part) external {
        buy(bob, token, bound(first, 1, 2.8 ether));
        uint256 funds = alice.balance;
        uint256 bought = buy(alice, token, 100 ether);
        part = bound(part, bought / 1_000 + 1, bought);
        uint256 cost = ((funds - alice.balance) * part) / bought;
        vm.prank(alice);
        LaunchToken(token).transfer(address(pool), part);
        uint256 ethOut = pool.swap(pad.poolKey(token), false, part);
        // Even the cheapest part of what was bought on the way up costs more than the pool gives for all of it together.
        if (part == bought) assertLe(ethOut, cost, "no profit");
        assertLe(ethOut, (part * TARGET * 98) / (200_000_000e18 * 100), "no better than the opening price");
    }

    function test_attack17_fuzz_sandwich(uint256 value) external {
        value = bound(value, 0.001 ether, 1 ether);
        (uint256 tokensOut, , , ) = pad.getBuyQuote(token, value);
        uint256 minimum = tokensOut - tokensOut / 200;
        buy(bob, token, 0.5 ether);
        vm.prank(alice);
        vm.expectPartialRevert(ILaunchpad.SlippageExceeded.selector);
        pad.buy{value: value}(token, minimum);
        sell(bob, token, balance(token, bob));
        vm.prank(alice);
        pad.buyFor{value: value}(token, minimum, alice, block.timestamp);
    }

    function test_attack18_termsChangedAfterTheQuote() external {
        bytes32 before = terms();
        buy(bob, token, 3 ether);
        launch();
        vm.warp(block.timestamp + 3650 days);
        assertEq(terms(), before, "terms");
    }

    function terms() private view returns (bytes32) {
        (, bytes memory data) = address(pad).staticcall(abi.encodeCall(pad.cfg, ()));
        return keccak256(abi.encode(data, pad.treasury(), pad.poolManager(), pad.tokenImplementation()));
    }

    function test_attack19_fuzz_saltOfAnotherTaken(bytes32 salt, address thief) external {
        vm.assume(salt != 0 && thief != alice && thief != address(0));
        address wanted = pad.predictToken(alice, "Vanity", "VAN", withSalt(salt));
        vm.prank(thief);
        address stolen = pad.createTokenWithOptions("Vanity", "VAN", 0, withSalt(salt));
        assertTrue(stolen != wanted, "another address");
        vm.prank(alice);
        assertEq(pad.createTokenWithOptions("Vanity", "VAN", 0, withSalt(salt)), wanted, "still free");
    }

    function test_attack20_foreignTokens() external {
        address[6] memory foreign = [
            address(new ForeignToken()),
            alice,
            address(4),
            address(pad),
            pad.tokenImplementation(),
            address(0)
        ];
        for (uint256 i; i < foreign.length; ++i) {
            bytes memory error = abi.encodeWithSelector(ILaunchpad.UnknownToken.selector, foreign[i]);
            vm.startPrank(alice);
            vm.expectRevert(error);
            pad.buy{value: 1}(foreign[i], 0);
            vm.expectRevert(error);
            pad.sell(foreign[i], 1, 0);
            vm.expectRevert(error);
            pad.claimCreatorFees(foreign[i], alice);
            vm.stopPrank();
        }
    }

    function test_attack21_implementationTakenOver() external {
        LaunchToken bare = LaunchToken(pad.tokenImplementation());
        vm.expectPartialRevert(LaunchToken.ERC20InsufficientBalance.selector);
        bare.transfer(alice, 1);
        vm.expectPartialRevert(LaunchToken.ERC20InsufficientAllowance.selector);
        bare.transferFrom(address(pad), alice, 1);
        bare.approve(alice, 1);
        assertEq(bare.balanceOf(address(pad)), 0, "no supply");
        // Whatever was done to the implementation, tokens are untouched.
        assertEq(LaunchToken(token).allowance(address(this), alice), 0, "allowance");
        assertEq(balance(token, address(pad)), TOTAL_SUPPLY, "supply");
    }

    /// @dev `block.number` is an estimate on the chain this is written for: the code never reads it.
    function test_attack23_windowsCountedInBlocks() external view {
        bytes memory code = address(pad).code;
        for (uint256 i; i < code.length; ++i) {
            uint8 opcode = uint8(code[i]);
            if (opcode >= 0x60 && opcode <= 0x7f) i += opcode - 0x5f;
            else assertTrue(opcode != 0x43, "NUMBER");
        }
    }

    function test_attack24_tokensOfThePoolSoldToTheCurve() external {
        buy(bob, token, 3 ether);
        uint256 bought = pool.swap{value: 1 ether}(pad.poolKey(token), true, 1 ether);
        vm.prank(address(pool));
        vm.expectPartialRevert(ILaunchpad.AlreadyGraduated.selector);
        pad.sell(token, bought, 0);
    }

    function test_attack25_fuzz_namesThatDeceiveOrBloat(bytes calldata name) external {
        // Whatever is accepted is at most 64 characters of at most 256 bytes, the first and last not a space.
        try pad.createToken(string(name), "SYM", 0) returns (address made) {
            bytes memory kept = bytes(LaunchToken(made).name());
            assertEq(keccak256(kept), keccak256(name), "kept");
            assertTrue(kept.length > 0 && kept.length <= 256, "length");
            for (uint256 i; i < kept.length; ++i) assertTrue(uint8(kept[i]) >= 0x20 && kept[i] != 0x7f, "control");
        } catch (bytes memory data) {
            bytes4 error = selectorOf(data);
            assertTrue(
                error == ILaunchpad.InvalidText.selector || error == ILaunchpad.NameLength.selector,
                "known error"
            );
        }
    }

    function test_attack26_fuzz_builtInAllowanceAbused(address thief, uint256 amount) external {
        vm.assume(thief != alice && thief != address(0) && thief != address(pad));
        uint256 held = buy(alice, token, 1 ether);
        amount = bound(amount, 1e18, held);
        vm.startPrank(thief);
        vm.expectPartialRevert(LaunchToken.ERC20InsufficientBalance.selector);
        pad.sell(token, amount, 0);
        vm.expectPartialRevert(LaunchToken.ERC20InsufficientBalance.selector);
        pad.sellFor(token, amount, 0, thief, block.timestamp);
        vm.expectPartialRevert(LaunchToken.ERC20InsufficientAllowance.selector);
        LaunchToken(token).transferFrom(alice, thief, amount);
        vm.stopPrank();
        assertEq(balance(token, alice), held, "untouched");
    }
}

/// @notice Says yes to everything.
contract ForeignToken {
    fallback(bytes calldata) external payable returns (bytes memory) {
        return abi.encode(true);
    }
}
