// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";

/// @title Launchpad
/// @notice Launches ERC-20 tokens on a bonding curve and moves each that sells out into a Uniswap v4 pool whose liquidity
/// is locked permanently. There is no owner, no setter and no upgrade: every number below is a constant of the bytecode.
/// @dev The curve is a constant product over virtual reserves: with `x = virtualEth + realEth` and
/// `y = virtualToken - sold`, a buy of `net` wei returns `y * net / (x + net)` and a sale of `t` tokens `x * t / (y + t)`,
/// both rounded down. Amounts of tokens have 18 decimals, amounts of ETH are in wei.
interface ILaunchpad {
    /* TYPES */

    /// @notice The stage of a token. `Unknown` means that this launchpad did not create it.
    enum Status {
        Unknown,
        Trading,
        Graduated
    }

    /// @notice Everything the launchpad knows about one token.
    struct Curve {
        /// The token, as asked for.
        address token;
        /// Whether its curve is open.
        Status status;
        /// The account that may claim the creator's fees.
        address creator;
        /// The account that may accept the creator's right, or zero.
        address pendingCreator;
        /// ETH raised net of fees; stays at the target after graduation.
        uint256 realEth;
        /// Tokens sold by the curve; frozen by graduation.
        uint256 sold;
        /// ETH that the launchpad holds for the creator. A claim pays it and, after graduation, half of `uncollectedPoolFees`.
        uint256 creatorFees;
        /// ETH that the launchpad holds for the treasury, without uncollected pool fees. An odd wei is included until another
        /// makes it even.
        uint256 treasuryFees;
        /// Id of the Uniswap v4 pool, or zero before graduation.
        bytes32 poolId;
        /// Tokens of collected pool fees that are kept for the creator's next claim.
        uint256 creatorTokens;
    }

    /// @notice What a creator may choose beyond name and symbol. All zero and empty is a plain launch.
    struct Options {
        /// At most 512 bytes, may be empty, otherwise by the rules of the name. Only emitted.
        string metadataURI;
        /// Zero for an address by nonce, else the address is `predictToken` of the caller.
        bytes32 salt;
        /// Only emitted.
        address referrer;
        /// The first holder of the creator's right; zero for the caller. The caller is the creator in any case.
        address feeHolder;
        /// Seconds, 60 to 3,600, during which a buy gets fewer tokens than it pays for; zero for none.
        uint16 openingSeconds;
        /// Days over which the tokens of the first buy are released to the holder of the creator's right; zero for no lock.
        /// 30 days or more exempt the first buy from the opening.
        uint16 lockDays;
    }

    /* EVENTS */

    /// @notice A token was created.
    event TokenCreated(address indexed token, address indexed creator, string name, string symbol, uint256 timestamp);

    /// @notice The creator's description of a token. Neither value is stored or verified.
    event MetadataSet(address indexed token, address indexed referrer, string metadataURI);

    /// @notice The permanent terms of a token; not emitted for a plain launch. Emitted after `TokenCreated` and before the first
    /// `Trade`.
    /// @param feeHolder The first holder of the creator's right.
    /// @param openingSeconds The length of the opening; zero for none.
    /// @param lockDays Days over which the tokens of the first buy, which the token's own address holds, are released; zero
    /// for no lock.
    event OptionsSet(address indexed token, address indexed feeHolder, uint256 openingSeconds, uint256 lockDays);

    /// @notice A trade on the curve, with the state it left behind.
    /// @param trader The account that paid the ETH or gave the tokens.
    /// @param recipient The account that received the tokens or the ETH; of a locked first buy the token itself.
    /// @param ethAmount Buy: ETH paid, fee included and refund excluded. Sale: ETH received, fee deducted.
    /// @param tokenAmount Tokens that the recipient received or the trader sold. During an opening `sold` rises by more: the
    /// difference went to 0x000000000000000000000000000000000000dEaD.
    /// @param fee Trade fee in wei.
    /// @param realEth ETH on the curve after the trade.
    /// @param sold Tokens sold after the trade.
    event Trade(
        address indexed token,
        address indexed trader,
        address recipient,
        bool isBuy,
        uint256 ethAmount,
        uint256 tokenAmount,
        uint256 fee,
        uint256 realEth,
        uint256 sold
    );

    /// @notice The curve sold out and its Uniswap v4 pool was opened and seeded in the same transaction.
    /// @param key The key of the pool.
    /// @param ethLiquidity Wei locked in the pool.
    /// @param tokenLiquidity Tokens locked in the pool.
    /// @param fee Wei kept for the treasury: the graduation fee and the wei the pool could not take.
    event Graduated(
        address indexed token,
        bytes32 indexed poolId,
        PoolKey key,
        uint160 sqrtPriceX96,
        uint128 liquidity,
        uint256 ethLiquidity,
        uint256 tokenLiquidity,
        uint256 fee
    );

    /// @notice The trading fees of a graduated pool were collected. The ETH joins the fees to be claimed, the creator's tokens are
    /// kept for its next claim, which this may be part of, and the treasury's went to the treasury.
    event PoolFeesCollected(address indexed token, uint256 ethAmount, uint256 creatorTokens, uint256 treasuryTokens);

    /// @notice The holder of the creator's right claimed its share of the fees.
    /// @param amount Wei that went to `recipient`.
    /// @param tokenAmount Tokens of the pool's fees that went to `recipient`.
    event FeesClaimed(
        address indexed token,
        address indexed creator,
        address recipient,
        uint256 amount,
        uint256 tokenAmount
    );

    /// @notice Tokens of the locked first buy went to the holder of the creator's right.
    event LockReleased(address indexed token, address indexed holder, uint256 amount);

    /// @notice The treasury received its share of the fees.
    event TreasuryFeesClaimed(uint256 amount);

    /// @notice The creator offered its right to another account; the zero address withdraws the offer.
    event CreatorTransferStarted(address indexed token, address indexed from, address indexed to);

    /// @notice The creator's right, with every fee not yet claimed, passed to another account.
    event CreatorTransferred(address indexed token, address indexed from, address indexed to);

    /* ERRORS */

    /// @notice This launchpad did not create `token`.
    error UnknownToken(address token);
    /// @notice The curve of `token` is closed: trade in its Uniswap v4 pool.
    error AlreadyGraduated(address token, bytes32 poolId);
    /// @notice `token` has no pool yet.
    error NotGraduated(address token);
    /// @notice The value or amount is zero, or so small that nothing would come out.
    error ZeroAmount();
    /// @notice The trade would have returned `amountOut`, less than the `minimum` asked for.
    error SlippageExceeded(uint256 amountOut, uint256 minimum);
    /// @notice The transaction came at `timestamp`, after its `deadline`.
    error Expired(uint256 deadline, uint256 timestamp);
    /// @notice More tokens were offered than the curve ever sold.
    error AmountExceedsSold(uint256 amount, uint256 sold);
    /// @notice More tokens were asked for than the curve has left.
    error AmountExceedsCurve(uint256 amount, uint256 available);
    /// @notice The name must have 1 to `max` characters.
    error NameLength(uint256 length, uint256 max);
    /// @notice The symbol must have 1 to `max` characters.
    error SymbolLength(uint256 length, uint256 max);
    /// @notice The metadata URI must have at most `max` bytes.
    error MetadataLength(uint256 length, uint256 max);
    /// @notice The text is not valid UTF-8, or has a control, direction or invisible character or an outer space, at byte `index`.
    error InvalidText(uint256 index);
    /// @notice An opening lasts from `min` to `max` seconds.
    error OpeningLength(uint256 openingSeconds, uint256 min, uint256 max);
    /// @notice A lock was asked for without a first buy to lock.
    error LockWithoutBuy();
    /// @notice The first buy of `token` was not locked.
    error NotLocked(address token);
    /// @notice This creator has already used the salt for a token with this name, symbol, fee holder, opening and lock.
    error DeploymentFailed();
    /// @notice The zero address and the launchpad cannot receive, and a token can receive neither itself nor its own fees.
    error InvalidRecipient(address recipient);
    /// @notice Only `creator` may do this.
    error NotCreator(address caller, address creator);
    /// @notice Only `pendingCreator` may accept.
    error NotPendingCreator(address caller, address pendingCreator);
    /// @notice `recipient` refused the ETH.
    error EthTransferFailed(address recipient, uint256 amount);
    /// @notice A call came in while another was under way.
    error Reentrancy();
    /// @notice Only the pool manager may do this, and only inside a call of ours. To buy, call `buy`.
    error NotPoolManager(address caller);
    /// @notice An argument of the constructor, or the address of the contract itself, cannot work.
    error InvalidDeployment();

    /* CREATE */

    /// @notice Creates a token; the transaction's value, if any, buys the first tokens for the caller.
    /// @dev A first buy that does not fill the curve returns `virtualToken * net / (virtualEth + net)` with
    /// `net = value - value * tradeFeeBps / 10000`. One that fills it is capped, refunded and graduates the token.
    /// The address follows from the launchpad's nonce; use `createTokenWithOptions` and a salt to bind it to the creator.
    /// @param name 1 to 64 characters of UTF-8, without control characters or outer spaces.
    /// @param symbol 1 to 16 characters, by the same rule.
    /// @param minTokensOut Reverts if the first buy returns less; zero without one.
    function createToken(
        string calldata name,
        string calldata symbol,
        uint256 minTokensOut
    ) external payable returns (address token);

    /// @notice `createToken` with options. They cannot be changed afterwards.
    /// @dev Opening: for `openingSeconds = T`, a buy `t` seconds after creation gets what a plain buy gets less
    /// `ceil(out * s / 10000)` with `s = floor(9900 * (T - t) / T)`. The difference is burned, and the curve moves as by a plain
    /// buy: neither creator nor treasury gains, and the ETH stays on the curve. The first buy pays the surcharge of `t = 0`
    /// unless it is locked for at least 30 days. Sales are never surcharged. An opening removes the gain of being fast, not that
    /// of being early.
    ///
    /// Lock: the token's own address holds the tokens of the first buy, and `releaseLock` releases them linearly, by the second.
    ///
    /// Fee holder: has the creator's right from the start; `TokenCreated` and `creator()` of the token still name the caller.
    /// @param minTokensOut Reverts if the first buy returns less, after a surcharge; zero without a first buy.
    function createTokenWithOptions(
        string calldata name,
        string calldata symbol,
        uint256 minTokensOut,
        Options calldata options
    ) external payable returns (address token);

    /// @notice The address that `createTokenWithOptions` gives to this creator, name, symbol and options; the salt is not zero.
    /// @dev It does not depend on metadata, referrer or time.
    function predictToken(
        address creator,
        string calldata name,
        string calldata symbol,
        Options calldata options
    ) external view returns (address token);

    /* TRADE */

    /// @notice Buys tokens for the caller with the transaction's value, fewer during an opening, as quoted.
    /// @dev The buy that reaches the target pays for the remaining tokens, is refunded the rest and graduates the token. It opens
    /// and seeds a pool, so it reverts inside another contract's `unlock` of the pool manager; other buys and sales work there.
    function buy(address token, uint256 minTokensOut) external payable;

    /// @notice `buy` for another account, with a deadline. A refund goes to the caller. The token itself cannot be the
    /// recipient: nothing could leave its address again.
    function buyFor(
        address token,
        uint256 minTokensOut,
        address recipient,
        uint256 deadline
    ) external payable returns (uint256 tokensOut);

    /// @notice Sells the caller's tokens for ETH. No approval is needed, and none does harm.
    function sell(address token, uint256 tokenAmount, uint256 minEthOut) external;

    /// @notice `sell` with the ETH going to another account, and a deadline.
    function sellFor(
        address token,
        uint256 tokenAmount,
        uint256 minEthOut,
        address recipient,
        uint256 deadline
    ) external returns (uint256 ethOut);

    /// @notice The exact result of `buy` with `ethIn` now. During an opening it does not get worse with time alone.
    /// @return tokensOut Tokens received, after the surcharge of an opening.
    /// @return fee Trade fee in wei, part of `ethUsed`.
    /// @return ethUsed Wei spent, fee included.
    /// @return refund Wei that would come back because the curve is full.
    function getBuyQuote(
        address token,
        uint256 ethIn
    ) external view returns (uint256 tokensOut, uint256 fee, uint256 ethUsed, uint256 refund);

    /// @notice The smallest value with which `buy` returns at least `tokensOut` now.
    /// @return ethIn Wei to send, fee included.
    /// @return fee Trade fee in wei, part of `ethIn`.
    function getBuyQuoteExactOut(address token, uint256 tokensOut) external view returns (uint256 ethIn, uint256 fee);

    /// @notice The exact result of `sell` with `tokenAmount` now.
    /// @return ethOut Wei received, fee deducted.
    /// @return fee Trade fee in wei.
    function getSellQuote(address token, uint256 tokenAmount) external view returns (uint256 ethOut, uint256 fee);

    /// @notice The current surcharge of `token` in basis points of the bought tokens, and the end of its opening; both zero for a
    /// token without one.
    function openingOf(address token) external view returns (uint256 surchargeBps, uint256 endsAt);

    /* FEES */

    /// @notice Collects the trading fees of a graduated token's pool. Anyone may call it, but not inside an `unlock` of the pool
    /// manager; the same holds for claims after graduation.
    /// @dev The ETH joins the token's unclaimed fees, and the creator's tokens are kept for the next claim, whose time and
    /// recipient only the holder of the creator's right decides. The treasury's tokens are sent to it; it cannot block that.
    /// @return ethAmount Wei collected, for creator and treasury together.
    /// @return tokenAmount Tokens collected, for both together.
    function collectPoolFees(address token) external returns (uint256 ethAmount, uint256 tokenAmount);

    /// @notice Pays the creator's share of every fee so far, those of the pool included, to `recipient`: ETH and, after
    /// graduation, tokens.
    /// @return amount Wei paid: half of all trade fees and of the pool's ETH so far, rounded down, less what was paid before.
    function claimCreatorFees(address token, address recipient) external returns (uint256 amount);

    /// @notice Pays the treasury its share of the fees of these tokens and what it had left. Anyone may call it.
    function claimTreasuryFees(address[] calldata tokenList) external returns (uint256 amount);

    /// @notice The fees that `collectPoolFees` would collect now, for creator and treasury together; zero before graduation.
    function uncollectedPoolFees(address token) external view returns (uint256 ethAmount, uint256 tokenAmount);

    /// @notice Offers the creator's right to another account, which must accept; the zero address withdraws the offer.
    function transferCreator(address token, address newCreator) external;

    /// @notice Accepts the creator's right and with it every fee not yet claimed and every token not yet released.
    function acceptCreator(address token) external;

    /* LOCKED FIRST BUY */

    /// @notice Sends the released tokens of the locked first buy to the holder of the creator's right. Anyone may call it.
    function releaseLock(address token) external returns (uint256 amount);

    /// @notice The lock of a first buy; all zero for a token without one.
    /// @return endsAt When all is released.
    /// @return lockedTokens Tokens that the token's own address holds, including any sent there by mistake.
    /// @return released Tokens that were released so far.
    /// @return releasable Tokens that `releaseLock` would send now.
    function lockOf(
        address token
    ) external view returns (uint256 endsAt, uint256 lockedTokens, uint256 released, uint256 releasable);

    /* VIEWS */

    /// @notice The constants of every curve.
    function cfg()
        external
        view
        returns (
            uint256 totalSupply,
            uint256 curveSupply,
            uint256 virtualEth,
            uint256 virtualToken,
            uint256 gradEthTarget,
            uint16 tradeFeeBps,
            uint16 gradFeeBps,
            uint16 creatorFeeShareBps
        );

    /// @notice ETH on the curve of `token`, net of fees; graduation happens when it equals `gradEthTarget`.
    /// Zero for a token that is not ours.
    function realEthRaised(address token) external view returns (uint256);

    /// @notice How many tokens were created.
    function tokenCount() external view returns (uint256);

    /// @notice Up to `count` tokens in the order of their creation, from index `from`.
    function tokens(uint256 from, uint256 count) external view returns (address[] memory list);

    /// @notice The state of one token; its status is `Unknown` if it is not ours.
    function curve(address token) external view returns (Curve memory);

    /// @notice The state of many tokens.
    function curves(address[] calldata tokenList) external view returns (Curve[] memory list);

    /// @notice The Uniswap v4 pool into which `token` graduates or has graduated.
    function poolKey(address token) external view returns (PoolKey memory);

    /// @notice Tokens that never left the launchpad: what `token` reports as the launchpad's balance.
    function heldTokens(address token) external view returns (uint256);

    /// @notice Wei of the treasury that are no longer accounted to a token.
    function treasuryFees() external view returns (uint256);

    /// @notice The account that receives the protocol's share, fixed at deployment.
    function treasury() external view returns (address);

    /// @notice The Uniswap v4 pool manager, fixed at deployment.
    function poolManager() external view returns (IPoolManager);

    /// @notice The code that every token of this launchpad delegates to.
    function tokenImplementation() external view returns (address);
}
