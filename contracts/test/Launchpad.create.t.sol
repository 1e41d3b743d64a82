// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchToken} from "../src/LaunchToken.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";
import {Vm} from "./Vm.sol";

contract LaunchpadCreateTest is LaunchpadTest {
    string private constant URI = "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";

    /* DEPLOYMENT */

    function test_constructor_revertsAtAnAddressThatIsNoHook() external {
        bytes memory code = bytes.concat(vm.getCode("Launchpad.sol:Launchpad"), abi.encode(address(manager), treasury));
        uint256 salt = mine(keccak256(code)) + 1;
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidDeployment.selector));
        this.deployAt(code, salt);
    }

    /// @dev Any further bit would have the pool manager call functions that are not there, and close the pools.
    function test_constructor_revertsAtAnAddressWithAFurtherHookBit() external {
        bytes memory code = bytes.concat(vm.getCode("Launchpad.sol:Launchpad"), abi.encode(address(manager), treasury));
        for (uint256 bit = 1; bit < 0x4000; bit <<= 1) {
            if (bit == 0x2000) continue;
            address place = address(uint160(0xabc << 20) | uint160(0x2000 | bit));
            vm.etch(place, code);
            (bool success, bytes memory data) = place.call("");
            assertTrue(!success, "reverts");
            assertEq(selectorOf(data), ILaunchpad.InvalidDeployment.selector, "error");
        }
    }

    function test_constructor_revertsWithoutTreasury() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidDeployment.selector));
        this.deployWith(address(manager), address(0));
    }

    function test_constructor_revertsWithoutPoolManager() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidDeployment.selector));
        this.deployWith(alice, treasury);
    }

    /// @dev A treasury that is the launchpad itself can only be tried by running the constructor at a chosen address.
    function test_constructor_revertsWithItselfAsTreasury() external {
        address self = address(uint160(0x2000));
        vm.etch(self, bytes.concat(vm.getCode("Launchpad.sol:Launchpad"), abi.encode(address(manager), self)));
        (bool success, bytes memory data) = self.call("");
        assertTrue(!success, "reverts");
        assertEq(selectorOf(data), ILaunchpad.InvalidDeployment.selector, "error");
    }

    function deployAt(bytes memory code, uint256 salt) external returns (address) {
        return create2(code, salt);
    }

    function deployWith(address manager_, address treasury_) external returns (address) {
        return deployPad(manager_, treasury_);
    }

    function test_cfg_isTheSpecification() external view {
        (
            uint256 totalSupply,
            uint256 curveSupply,
            uint256 virtualEth,
            uint256 virtualToken,
            uint256 gradEthTarget,
            uint16 tradeFeeBps,
            uint16 gradFeeBps,
            uint16 creatorFeeShareBps
        ) = pad.cfg();
        assertEq(totalSupply, TOTAL_SUPPLY, "totalSupply");
        assertEq(curveSupply, CURVE_SUPPLY, "curveSupply");
        assertEq(virtualEth, VIRTUAL_ETH, "virtualEth");
        assertEq(virtualToken, VIRTUAL_TOKEN, "virtualToken");
        assertEq(gradEthTarget, TARGET, "gradEthTarget");
        assertEq(tradeFeeBps, 100, "tradeFeeBps");
        assertEq(gradFeeBps, 200, "gradFeeBps");
        assertEq(creatorFeeShareBps, 5_000, "creatorFeeShareBps");
        assertEq(pad.treasury(), treasury, "treasury");
        assertEq(address(pad.poolManager()), address(manager), "poolManager");
    }

    /* REVERTS */

    function test_createToken_revertsOnAnEmptyName() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NameLength.selector, 0, 64));
        pad.createToken("", "SLIP", 0);
    }

    function test_createToken_revertsOnAnEmptySymbol() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.SymbolLength.selector, 0, 16));
        pad.createToken("Slipway Co", "", 0);
    }

    function test_createToken_revertsOnAnOverlongName() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NameLength.selector, 65, 64));
        pad.createToken(repeat("n", 65), "SLIP", 0);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NameLength.selector, 65, 64));
        pad.createToken(string.concat(repeat(unicode"🚀", 63), "ab"), "SLIP", 0);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NameLength.selector, 260, 64));
        pad.createToken(repeat(unicode"🚀", 65), "SLIP", 0);
    }

    function test_createToken_revertsOnAnOverlongSymbol() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.SymbolLength.selector, 17, 16));
        pad.createToken("Slipway Co", repeat("s", 17), 0);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.SymbolLength.selector, 68, 16));
        pad.createToken("Slipway Co", repeat(unicode"🚀", 17), 0);
    }

    function test_createToken_revertsOnTextThatIsNotText() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidText.selector, 3));
        pad.createToken("abc\x00", "SLIP", 0);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidText.selector, 1));
        pad.createToken("Slipway Co", string(bytes(hex"53ff")), 0);
    }

    function test_createToken_revertsWhenTokensAreAskedForWithoutValue() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.SlippageExceeded.selector, 0, 1));
        pad.createToken("Slipway Co", "SLIP", 1);
    }

    function test_fuzz_createToken_revertsOnSlippage(uint256 value, uint256 minimum) external {
        value = bound(value, 1, FILL);
        uint256 tokensOut = firstBuy(value);
        minimum = bound(minimum, tokensOut + 1, type(uint256).max);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.SlippageExceeded.selector, tokensOut, minimum));
        pad.createToken{value: value}("Slipway Co", "SLIP", minimum);
    }

    function test_createTokenWithOptions_revertsOnOverlongMetadata() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.MetadataLength.selector, 513, 512));
        pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withMetadata(repeat("u", 513), address(0)));
    }

    function test_createTokenWithOptions_revertsOnMetadataThatIsNotText() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidText.selector, 2));
        pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withMetadata("ab\x07", address(0)));
    }

    function test_createTokenWithOptions_revertsWhenTheSaltWasUsed() external {
        vm.startPrank(alice);
        pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withSalt(bytes32(uint256(7))));
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.DeploymentFailed.selector));
        pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withSalt(bytes32(uint256(7))));
        vm.stopPrank();
    }

    /* CREATE */

    function test_createToken_announcesTheTokenAndItsSupply() external {
        vm.recordLogs();
        vm.prank(creator);
        address token = pad.createToken("Slipway Co", "SLIP", 0);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 2, "events");
        assertEq(logs[0].emitter, address(pad), "emitter");
        assertEq(
            logs[0].topics[0],
            0x6e6ae68e7d7d45fbd855c40d1eaafa8de46c5fbec3ee26f1af88730e400bc92c,
            "topic of TokenCreated"
        );
        assertEq(logs[0].topics[1], bytes32(uint256(uint160(token))), "token");
        assertEq(logs[0].topics[2], bytes32(uint256(uint160(creator))), "creator");
        assertEq(
            keccak256(logs[0].data),
            keccak256(abi.encode("Slipway Co", "SLIP", block.timestamp)),
            "name, symbol, timestamp"
        );
        assertEq(logs[1].emitter, token, "token emits");
        assertEq(logs[1].topics[0], LaunchToken.Transfer.selector, "Transfer");
        assertEq(logs[1].topics[1], 0, "minted");
        assertEq(logs[1].topics[2], bytes32(uint256(uint160(address(pad)))), "to the launchpad");
        assertEq(abi.decode(logs[1].data, (uint256)), TOTAL_SUPPLY, "supply");
    }

    function test_createToken_opensTheCurve() external {
        address token = launch();
        ILaunchpad.Curve memory curve = pad.curve(token);
        assertEq(curve.token, token, "token");
        assertTrue(curve.status == ILaunchpad.Status.Trading, "status");
        assertEq(curve.creator, creator, "creator");
        assertEq(curve.pendingCreator, address(0), "pendingCreator");
        assertEq(curve.realEth + curve.sold + curve.creatorFees + curve.treasuryFees, 0, "nothing yet");
        assertEq(curve.poolId, 0, "poolId");
        assertEq(pad.realEthRaised(token), 0, "realEthRaised");
        assertEq(pad.tokenCount(), 1, "tokenCount");
        assertEq(balance(token, address(pad)), TOTAL_SUPPLY, "balance");
    }

    function test_createToken_acceptsTheLongestNames() external {
        address token = pad.createToken(repeat(unicode"🚀", 64), repeat(unicode"𝕊", 16), 0);
        assertEq(LaunchToken(token).name(), repeat(unicode"🚀", 64), "name");
        assertEq(LaunchToken(token).symbol(), repeat(unicode"𝕊", 16), "symbol");
    }

    /* CREATE WITH A FIRST BUY */

    /// @dev What clients compute from `cfg()` before they send: 2% under the formula, which must always pass.
    function test_fuzz_createToken_firstBuyIsTheClientsFormulaToTheWei(uint256 value) external {
        value = bound(value, 1, FILL - 1);
        uint256 expected = firstBuy(value);
        uint256 fee = value / 100;
        address next = vm.computeCreateAddress(address(pad), 2);
        vm.expectEmit(address(pad));
        emit ILaunchpad.Trade(next, alice, alice, true, value, expected, fee, value - fee, expected);
        vm.prank(alice);
        address token = pad.createToken{value: value}("Slipway Co", "SLIP", expected - (expected * 200) / 10_000);
        assertEq(balance(token, alice), expected, "tokens");
        assertEq(pad.realEthRaised(token), value - fee, "realEth");
        assertEq(address(pad).balance, value, "ETH");
        assertEq(pad.curve(token).creatorFees + pad.curve(token).treasuryFees, fee, "fees");
        assertTrue(pad.curve(token).status == ILaunchpad.Status.Trading, "trading");
    }

    function test_fuzz_createToken_aFillingFirstBuyIsCutRefundedAndGraduates(uint256 value) external {
        value = bound(value, FILL, 900 ether);
        uint256 before = alice.balance;
        vm.prank(alice);
        address token = pad.createToken{value: value}("Slipway Co", "SLIP", CURVE_SUPPLY);
        assertEq(before - alice.balance, FILL, "paid");
        assertEq(balance(token, alice), CURVE_SUPPLY, "tokens");
        assertTrue(pad.curve(token).status == ILaunchpad.Status.Graduated, "graduated");
        assertEq(poolLiquidity(pad.poolKey(token)), POOL_LIQUIDITY, "pool");
        assertEq(address(pad).balance, owed(token), "solvent");
    }

    /// @dev The edge at which the formula's minimum, at 2% slippage, is more than the curve can give.
    function test_createToken_theClientsMinimumExceedsTheCurveAboveAnEdge() external {
        uint256 edge = 3139029180695847361;
        uint256 minimum = firstBuy(edge) - (firstBuy(edge) * 200) / 10_000;
        assertLe(minimum, CURVE_SUPPLY, "at the edge");
        vm.prank(alice);
        pad.createToken{value: edge}("Slipway Co", "SLIP", minimum);

        minimum = firstBuy(edge + 1) - (firstBuy(edge + 1) * 200) / 10_000;
        assertTrue(minimum > CURVE_SUPPLY, "above the edge");
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.SlippageExceeded.selector, CURVE_SUPPLY, minimum));
        pad.createToken{value: edge + 1}("Slipway Co", "SLIP", minimum);
    }

    /* CREATE WITH EXTRAS */

    function test_createTokenWithOptions_emitsMetadataAndReferrer() external {
        address predicted = pad.predictToken(alice, "Slipway Co", "SLIP", withSalt(bytes32(uint256(1))));
        vm.expectEmit(address(pad));
        emit ILaunchpad.MetadataSet(predicted, bob, URI);
        vm.prank(alice);
        address token = pad.createTokenWithOptions("Slipway Co", "SLIP", 0, described(bytes32(uint256(1))));
        assertEq(token, predicted, "address");
        assertEq(pad.curve(token).creator, alice, "creator");
    }

    function test_createTokenWithOptions_emitsEitherWithoutTheOtherAndNothingWithoutBoth() external {
        address next = vm.computeCreateAddress(address(pad), 2);
        vm.expectEmit(address(pad));
        emit ILaunchpad.MetadataSet(next, bob, "");
        pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withMetadata("", bob));
        next = vm.computeCreateAddress(address(pad), 3);
        vm.expectEmit(address(pad));
        emit ILaunchpad.MetadataSet(next, address(0), URI);
        pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withMetadata(URI, address(0)));
        vm.recordLogs();
        pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withMetadata("", address(0)));
        assertEq(vm.getRecordedLogs().length, 2, "only the token and its supply");
    }

    function test_createTokenWithOptions_acceptsTheLongestAndTheEmptyMetadata() external {
        pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withMetadata(repeat("u", 512), address(0)));
        pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withMetadata("", address(0)));
        assertEq(pad.tokenCount(), 2, "tokenCount");
    }

    function test_fuzz_createTokenWithOptions_buysLikeCreateToken(uint256 value, bytes32 salt) external {
        value = bound(value, 1, FILL - 1);
        vm.prank(alice);
        address token = pad.createTokenWithOptions{value: value}(
            "Slipway Co",
            "SLIP",
            firstBuy(value),
            described(salt)
        );
        assertEq(balance(token, alice), firstBuy(value), "tokens");
        assertEq(pad.tokens(0, 1)[0], token, "listed");
    }

    function test_fuzz_predictToken_isTheAddress(address sender, bytes32 salt, uint256 length) external {
        vm.assume(sender != address(0) && salt != 0);
        string memory name = repeat("n", bound(length, 1, 64));
        address predicted = pad.predictToken(sender, name, "SLIP", withSalt(salt));
        vm.prank(sender);
        assertEq(pad.createTokenWithOptions(name, "SLIP", 0, withSalt(salt)), predicted, "address");
    }

    /// @dev ETH that waits at the address changes nothing about the token.
    function test_createTokenWithOptions_worksWhereEthWasSentBeforehand() external {
        address predicted = pad.predictToken(alice, "Slipway Co", "SLIP", withSalt(bytes32(uint256(1))));
        vm.deal(predicted, 1 ether);
        vm.prank(alice);
        assertEq(
            pad.createTokenWithOptions("Slipway Co", "SLIP", 0, described(bytes32(uint256(1)))),
            predicted,
            "address"
        );
        assertEq(buy(alice, predicted, 1 ether), firstBuy(1 ether), "tokens");
    }

    /* LIST */

    function test_tokens_listsEveryTokenInOrder() external {
        address[] memory expected = new address[](300);
        for (uint256 i; i < expected.length; ++i) {
            bytes32 salt = i % 3 == 1 ? bytes32(i) : bytes32(0);
            expected[i] = pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withSalt(salt));
        }
        address[] memory list = pad.tokens(0, type(uint256).max);
        assertEq(list.length, expected.length, "length");
        for (uint256 i; i < list.length; ++i) assertEq(list[i], expected[i], "token");
        assertEq(pad.tokenCount(), expected.length, "tokenCount");
        assertEq(pad.tokens(298, 5).length, 2, "end");
        assertEq(pad.tokens(298, 5)[1], expected[299], "last");
        assertEq(pad.tokens(10, 3)[2], expected[12], "middle");
        assertEq(pad.tokens(300, 1).length, 0, "beyond");
        assertEq(pad.tokens(type(uint256).max, 1).length, 0, "far beyond");
        assertEq(pad.tokens(0, 0).length, 0, "none");
    }

    /// @dev Options with a URI and a referrer.
    function described(bytes32 salt) private view returns (ILaunchpad.Options memory options) {
        options = withMetadata(URI, bob);
        options.salt = salt;
    }

    function repeat(string memory unit, uint256 times) private pure returns (string memory text) {
        for (uint256 i; i < times; ++i) text = string.concat(text, unit);
    }
}
