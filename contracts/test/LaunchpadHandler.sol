// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IHooks} from "@uniswap/v4-core/src/interfaces/IHooks.sol";
import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {StateLibrary} from "@uniswap/v4-core/src/libraries/StateLibrary.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchToken} from "../src/LaunchToken.sol";
import {PoolUser} from "./PoolUser.sol";
import {Test} from "./Test.sol";

/// @notice Does what users and attackers do, one random step at a time, and keeps the accounts that the invariants check.
contract LaunchpadHandler is Test {
    uint256 private constant VIRTUAL_ETH = 980821917808219178;
    uint256 private constant VIRTUAL_TOKEN = 1073972602739726027374301676;
    uint256 private constant TARGET = 2.864 ether;
    uint256 private constant GRADUATION_FEE = TARGET - 2806719999999998711;
    uint256 private constant MAX_TOKENS = 6;
    address private constant BURNED = 0x000000000000000000000000000000000000dEaD;

    ILaunchpad private immutable pad;
    IPoolManager private immutable manager;
    PoolUser private immutable pool;
    address private immutable treasury;

    address[] private created;
    address[4] private actors = [address(0xA1), address(0xA2), address(0xA3), address(0xA4)];

    uint256 public forced;
    uint256 public earned;
    uint256 public claimed;
    uint256 public claimedByTreasury;
    /// Trade fees and ETH of the pool, and what creators were paid of them.
    mapping(address token => uint256) public feesOf;
    mapping(address token => uint256) public claimedByCreator;
    bool public productFell;
    bool public quoteMissed;
    bool public roundTripPaid;
    mapping(address token => uint256) public openingPrice;
    mapping(address token => uint256) public soldAtGraduation;
    mapping(address token => uint256) public lockedAtFirst;
    mapping(address token => uint256) public lockEnd;
    mapping(address token => uint256) public openingEnd;
    /// Tokens burned so far, and whether any were after the end of an opening.
    mapping(address token => uint256) public burned;
    bool public burnedLate;
    /// The creator's tokens that others have collected from the pool.
    mapping(address token => uint256) public keptTokens;
    /// Tokens sent to a token's own address by mistake, and released from there.
    mapping(address token => uint256) public strayed;
    mapping(address token => uint256) public released;

    constructor(ILaunchpad pad_, IPoolManager manager_, PoolUser pool_, address treasury_) {
        (pad, manager, pool, treasury) = (pad_, manager_, pool_, treasury_);
    }

    receive() external payable {}

    /// @dev Two tokens to start with.
    function begin() external {
        create(0, 0, 0);
        create(1, 0, 1 ether);
    }

    function list() external view returns (address[] memory) {
        return created;
    }

    function sumOfBalances(address token) external view returns (uint256 sum) {
        address[4] memory others = [address(pad), address(manager), address(pool), treasury];
        for (uint256 i; i < 4; ++i) sum += balance(token, actors[i]) + balance(token, others[i]);
        sum += balance(token, BURNED) + balance(token, token);
    }

    /* TOKENS */

    function create(uint256 actorSeed, uint256 optionSeed, uint256 value) public {
        if (created.length == MAX_TOKENS) return;
        value = optionSeed % 4 == 0 ? 0 : amountOf(value, 4 ether);
        ILaunchpad.Options memory options = optionsOf(actorSeed, optionSeed);
        if (value == 0) options.lockDays = 0;
        address actor = fund(actorSeed, value);
        vm.prank(actor);
        address token = pad.createTokenWithOptions{value: value}("Token", "TKN", 0, options);
        created.push(token);
        ILaunchpad.Curve memory curve = pad.curve(token);
        noteFees(token, curve.creatorFees + curve.treasuryFees);
        if (options.lockDays != 0) {
            lockedAtFirst[token] = balance(token, token);
            (lockEnd[token], , , ) = pad.lockOf(token);
        }
        (, openingEnd[token]) = pad.openingOf(token);
        noteBurned(token);
        noteGraduation(token);
    }

    /// @dev A third are plain; the others have an opening, a lock, a fee holder, or several of them.
    function optionsOf(uint256 actorSeed, uint256 seed) private view returns (ILaunchpad.Options memory options) {
        if (seed % 2 != 0) options.salt = keccak256(abi.encode(seed, created.length));
        if (seed % 3 == 0) return options;
        if ((seed >> 8) % 2 == 0) options.openingSeconds = uint16(60 + ((seed >> 16) % 3_541));
        if ((seed >> 9) % 2 == 0) options.lockDays = uint16(1 + ((seed >> 32) % 40));
        if ((seed >> 10) % 2 == 0) options.feeHolder = actors[(actorSeed >> 8) % 4];
    }

    /* TRADES */

    function buy(uint256 actorSeed, uint256 tokenSeed, uint256 value) public {
        address token = tradingToken(tokenSeed);
        if (token != address(0)) doBuy(fund(actorSeed, value = amountOf(value, 1 ether)), token, value);
    }

    function buyDust(uint256 actorSeed, uint256 tokenSeed, uint256 value) external {
        address token = tradingToken(tokenSeed);
        if (token != address(0)) doBuy(fund(actorSeed, value = bound(value, 1, 300)), token, value);
    }

    /// @dev Rarely, so that curves also live long.
    function fill(uint256 actorSeed, uint256 tokenSeed, uint256 value) external {
        address token = tradingToken(tokenSeed);
        if (token == address(0) || actorSeed % 8 != 0) return;
        doBuy(fund(actorSeed, value = bound(value, 3 ether, 1e24)), token, value);
    }

    function sell(uint256 actorSeed, uint256 tokenSeed, uint256 part) external {
        address token = tradingToken(tokenSeed);
        if (token == address(0)) return;
        address actor = actors[actorSeed % 4];
        uint256 held = balance(token, actor);
        doSell(actor, token, part % 4 == 0 ? held : amountOf(part, held));
    }

    function sellDust(uint256 actorSeed, uint256 tokenSeed, uint256 part) external {
        address token = tradingToken(tokenSeed);
        if (token != address(0)) doSell(actors[actorSeed % 4], token, bound(part, 1, 1e12));
    }

    /// @dev Buys and sells all of it at once; even before fees that must not pay.
    function roundTrip(uint256 actorSeed, uint256 tokenSeed, uint256 value) external {
        address token = tradingToken(tokenSeed);
        if (token == address(0)) return;
        uint256 room = TARGET - pad.realEthRaised(token);
        value = bound(value, 1, room);
        address actor = fund(actorSeed, value);
        uint256 funds = actor.balance;
        uint256 before = balance(token, actor);
        doBuy(actor, token, value);
        if (pad.curve(token).status != ILaunchpad.Status.Trading) return;
        doSell(actor, token, balance(token, actor) - before);
        if (actor.balance > funds) roundTripPaid = true;
    }

    function transfer(uint256 actorSeed, uint256 toSeed, uint256 tokenSeed, uint256 part) external {
        address token = created[tokenSeed % created.length];
        address actor = actors[actorSeed % 4];
        address to = toSeed % 8 == 0 ? address(manager) : actors[toSeed % 4];
        uint256 amount = amountOf(part, balance(token, actor));
        vm.prank(actor);
        LaunchToken(token).transfer(to, amount);
    }

    /// @dev By mistake, or to confuse the lock.
    function transferToTheToken(uint256 actorSeed, uint256 tokenSeed, uint256 part) external {
        address token = created[tokenSeed % created.length];
        address actor = actors[actorSeed % 4];
        uint256 amount = amountOf(part, balance(token, actor) / 16);
        vm.prank(actor);
        LaunchToken(token).transfer(token, amount);
        strayed[token] += amount;
    }

    function releaseLock(uint256 tokenSeed) external {
        address token = created[tokenSeed % created.length];
        (uint256 endsAt, , , uint256 releasable) = pad.lockOf(token);
        if (endsAt == 0 || releasable == 0) return;
        address holder = pad.curve(token).creator;
        uint256 held = balance(token, holder);
        pad.releaseLock(token);
        if (balance(token, holder) != held + releasable) quoteMissed = true;
        released[token] += releasable;
    }

    /* THE POOL */

    function swap(uint256 actorSeed, uint256 tokenSeed, uint256 amount) external {
        address token = graduatedToken(tokenSeed);
        if (token == address(0)) return;
        PoolKey memory key = pad.poolKey(token);
        if (actorSeed % 2 == 0) {
            amount = bound(amount, 1e6, 10 ether);
            pool.swap{value: amount}(key, true, amount);
        } else {
            address actor = actors[actorSeed % 4];
            amount = amountOf(amount, balance(token, actor));
            if (amount < 1e18) return;
            vm.prank(actor);
            LaunchToken(token).transfer(address(pool), amount);
            pool.swap(key, false, amount);
        }
    }

    /// @dev An attacker may open any pool but those with the launchpad as hook.
    function openPool(uint256 tokenSeed, uint256 priceSeed) external {
        address token = created[tokenSeed % created.length];
        PoolKey memory key = pad.poolKey(token);
        uint160 price = uint160(bound(priceSeed, 4295128739, 1461446703485210103287273052203988822378723970341));
        (bool opened, ) = address(manager).call(abi.encodeCall(manager.initialize, (key, price)));
        assertTrue(!opened, "opened");
        key.hooks = IHooks(address(0));
        (opened, ) = address(manager).call(abi.encodeCall(manager.initialize, (key, price)));
    }

    /* FEES */

    function collect(uint256 tokenSeed) external {
        address token = graduatedToken(tokenSeed);
        if (token == address(0)) return;
        (uint256 expectedEth, uint256 expectedTokens) = pad.uncollectedPoolFees(token);
        (uint256 ethAmount, uint256 tokenAmount) = pad.collectPoolFees(token);
        if (ethAmount != expectedEth || tokenAmount != expectedTokens) quoteMissed = true;
        noteFees(token, ethAmount);
        keptTokens[token] += tokenAmount / 2;
    }

    function claimCreator(uint256 tokenSeed, uint256 toSeed) external {
        address token = created[tokenSeed % created.length];
        ILaunchpad.Curve memory before = pad.curve(token);
        uint256 apart = pad.treasuryFees();
        (, uint256 tokenAmount) = pad.uncollectedPoolFees(token);
        uint256 held = balance(token, actors[toSeed % 4]);
        vm.prank(before.creator);
        uint256 amount = pad.claimCreatorFees(token, actors[toSeed % 4]);
        if (balance(token, actors[toSeed % 4]) != held + keptTokens[token] + tokenAmount / 2) quoteMissed = true;
        keptTokens[token] = 0;
        claimed += amount;
        claimedByCreator[token] += amount;
        // A claim also collects what the pool has earned, and sets the treasury's part of all of it apart.
        uint256 total = amount + pad.treasuryFees() - apart + pad.curve(token).treasuryFees;
        noteFees(token, total - before.creatorFees - before.treasuryFees);
    }

    function claimTreasury(uint256 tokenSeed) external {
        address[] memory some = new address[](tokenSeed % 3);
        for (uint256 i; i < some.length; ++i) some[i] = created[(tokenSeed >> (8 * i)) % created.length];
        uint256 amount = pad.claimTreasuryFees(some);
        claimed += amount;
        claimedByTreasury += amount;
    }

    function passCreatorOn(uint256 tokenSeed, uint256 toSeed) external {
        address token = created[tokenSeed % created.length];
        address to = actors[toSeed % 4];
        vm.prank(pad.curve(token).creator);
        pad.transferCreator(token, to);
        vm.prank(to);
        pad.acceptCreator(token);
    }

    /* NUISANCES */

    function forceEth(uint256 amount) external {
        amount = bound(amount, 1, 1 ether);
        vm.deal(address(pad), address(pad).balance + amount);
        forced += amount;
    }

    function sendTokensToThePad(uint256 actorSeed, uint256 tokenSeed) external {
        address token = created[tokenSeed % created.length];
        vm.prank(actors[actorSeed % 4]);
        (bool sent, ) = token.call(abi.encodeCall(LaunchToken.transfer, (address(pad), 1)));
        assertTrue(!sent, "sent");
    }

    function wait(uint256 time) external {
        vm.warp(block.timestamp + bound(time, 1, time % 3 == 0 ? 30 days : 10 minutes));
    }

    /* STEPS */

    function doBuy(address actor, address token, uint256 value) private {
        uint256 product = productOf(token);
        (uint256 tokensOut, uint256 fee, uint256 ethUsed, ) = pad.getBuyQuote(token, value);
        (uint256 funds, uint256 held) = (actor.balance, balance(token, actor));
        vm.prank(actor);
        pad.buy{value: value}(token, tokensOut);
        if (balance(token, actor) != held + tokensOut || actor.balance != funds - ethUsed) quoteMissed = true;
        if (productOf(token) < product) productFell = true;
        noteFees(token, fee);
        noteBurned(token);
        noteGraduation(token);
    }

    function noteFees(address token, uint256 amount) private {
        earned += amount;
        feesOf[token] += amount;
    }

    function noteBurned(address token) private {
        uint256 now_ = balance(token, BURNED);
        if (now_ != burned[token] && block.timestamp >= openingEnd[token]) burnedLate = true;
        burned[token] = now_;
    }

    function doSell(address actor, address token, uint256 amount) private {
        if (amount == 0 || amount > balance(token, actor)) return;
        uint256 product = productOf(token);
        try pad.getSellQuote(token, amount) returns (uint256 ethOut, uint256 fee) {
            uint256 funds = actor.balance;
            vm.prank(actor);
            pad.sell(token, amount, ethOut);
            if (actor.balance != funds + ethOut) quoteMissed = true;
            noteFees(token, fee);
        } catch (bytes memory error) {
            // Tokens worth less than a wei cannot be sold.
            assertTrue(selectorOf(error) == ILaunchpad.ZeroAmount.selector, "sell quote");
        }
        if (productOf(token) < product) productFell = true;
    }

    function noteGraduation(address token) private {
        ILaunchpad.Curve memory curve = pad.curve(token);
        if (curve.status != ILaunchpad.Status.Graduated || openingPrice[token] != 0) return;
        (openingPrice[token], , , ) = StateLibrary.getSlot0(manager, pad.poolKey(token).toId());
        soldAtGraduation[token] = curve.sold;
        earned += GRADUATION_FEE;
    }

    /* LOOKS */

    function fund(uint256 actorSeed, uint256 value) private returns (address actor) {
        actor = actors[actorSeed % 4];
        vm.deal(actor, actor.balance + value);
    }

    /// @dev A random number of digits, so that small and large amounts are equally frequent.
    function amountOf(uint256 seed, uint256 max) private pure returns (uint256) {
        if (max == 0) return 0;
        uint256 cap = 10 ** ((seed % 27) + 1);
        return 1 + ((seed >> 8) % (cap < max ? cap : max));
    }

    function tradingToken(uint256 seed) private view returns (address) {
        return tokenWith(seed, ILaunchpad.Status.Trading);
    }

    function graduatedToken(uint256 seed) private view returns (address) {
        return tokenWith(seed, ILaunchpad.Status.Graduated);
    }

    function tokenWith(uint256 seed, ILaunchpad.Status status) private view returns (address) {
        for (uint256 i; i < created.length; ++i) {
            address token = created[((seed % created.length) + i) % created.length];
            if (pad.curve(token).status == status) return token;
        }
        return address(0);
    }

    function productOf(address token) private view returns (uint256) {
        ILaunchpad.Curve memory curve = pad.curve(token);
        return (VIRTUAL_ETH + curve.realEth) * (VIRTUAL_TOKEN - curve.sold);
    }

    function balance(address token, address account) private view returns (uint256) {
        return LaunchToken(token).balanceOf(account);
    }
}
