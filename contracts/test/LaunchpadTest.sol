// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {StateLibrary} from "@uniswap/v4-core/src/libraries/StateLibrary.sol";
import {PoolId} from "@uniswap/v4-core/src/types/PoolId.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchToken} from "../src/LaunchToken.sol";
import {PoolUser} from "./PoolUser.sol";
import {Test} from "./Test.sol";

/// @notice A launchpad on the real pool manager, and four accounts with ETH.
abstract contract LaunchpadTest is Test {
    uint256 internal constant TOTAL_SUPPLY = 1e27;
    uint256 internal constant CURVE_SUPPLY = 8e26;
    uint256 internal constant VIRTUAL_ETH = 980821917808219178;
    uint256 internal constant VIRTUAL_TOKEN = 1073972602739726027374301676;
    uint256 internal constant TARGET = 2.864 ether;
    /// The value that fills an untouched curve: 99% of it, rounded up, is the target.
    uint256 internal constant FILL = 2892929292929292929;
    uint256 internal constant POOL_ETH = 2806719999999998711;
    uint256 internal constant POOL_TOKENS = 199999999999999999999994512;
    uint160 internal constant POOL_PRICE = 668798109658601078908016402645069;
    uint128 internal constant POOL_LIQUIDITY = 23692699297462921204456;

    string private constant POOL_MANAGER = "node_modules/@uniswap/v4-core/out/PoolManager.sol/PoolManager.json";

    IPoolManager internal manager;
    ILaunchpad internal pad;
    PoolUser internal pool;

    address internal immutable creator = address(0xC0FFEE);
    address internal immutable alice = address(0xA11CE);
    address internal immutable bob = address(0xB0B);
    address internal immutable treasury = address(0x7EA5);
    address internal constant BURNED = 0x000000000000000000000000000000000000dEaD;

    function setUp() public virtual {
        bytes memory managerCode = vm.parseJsonBytes(vm.readFile(POOL_MANAGER), ".bytecode.object");
        manager = IPoolManager(create(bytes.concat(managerCode, abi.encode(address(this)))));
        pad = ILaunchpad(deployPad(address(manager), treasury));
        pool = new PoolUser(manager);
        vm.deal(creator, 1_000 ether);
        vm.deal(alice, 1_000 ether);
        vm.deal(bob, 1_000 ether);
        vm.warp(1_790_000_000);
    }

    /* DEPLOYMENT */

    /// @dev Deploys a launchpad where its address has the hook's permission bit.
    function deployPad(address manager_, address treasury_) internal returns (address) {
        bytes memory code = bytes.concat(vm.getCode("Launchpad.sol:Launchpad"), abi.encode(manager_, treasury_));
        return create2(code, mine(keccak256(code)));
    }

    function create(bytes memory code) internal returns (address deployed) {
        assembly ("memory-safe") {
            deployed := create(0, add(code, 32), mload(code))
        }
        require(deployed != address(0), "create");
    }

    function create2(bytes memory code, uint256 salt) internal returns (address deployed) {
        assembly ("memory-safe") {
            deployed := create2(0, add(code, 32), mload(code), salt)
            if iszero(deployed) {
                let m := mload(0x40)
                returndatacopy(m, 0, returndatasize())
                revert(m, returndatasize())
            }
        }
    }

    /// @dev The first salt for which this contract creates at an address that ends in the bits 0x2000 of 0x3fff.
    function mine(bytes32 codeHash) internal view returns (uint256 salt) {
        assembly ("memory-safe") {
            let m := mload(0x40)
            mstore(m, or(shl(248, 0xff), shl(88, address())))
            mstore(add(m, 53), codeHash)
            for {} 1 {
                salt := add(salt, 1)
            } {
                mstore(add(m, 21), salt)
                if eq(and(keccak256(m, 85), 0x3fff), 0x2000) {
                    break
                }
            }
        }
    }

    /* STEPS */

    function launch() internal returns (address token) {
        vm.prank(creator);
        return pad.createToken("Slipway Co", "SLIP", 0);
    }

    /// @dev A launch with terms of its own, and a first buy of `value`.
    function launchWith(ILaunchpad.Options memory options, uint256 value) internal returns (address token) {
        vm.prank(creator);
        return pad.createTokenWithOptions{value: value}("Slipway Co", "SLIP", 0, options);
    }

    function buy(address buyer, address token, uint256 value) internal returns (uint256 tokensOut) {
        uint256 before = balance(token, buyer);
        vm.prank(buyer);
        pad.buy{value: value}(token, 0);
        return balance(token, buyer) - before;
    }

    function sell(address seller, address token, uint256 amount) internal returns (uint256 ethOut) {
        uint256 before = seller.balance;
        vm.prank(seller);
        pad.sell(token, amount, 0);
        return seller.balance - before;
    }

    /// @dev A token that bob has bought out.
    function graduated() internal returns (address token) {
        token = launch();
        buy(bob, token, 3 ether);
    }

    /* OPTIONS */

    function withMetadata(
        string memory uri,
        address referrer
    ) internal pure returns (ILaunchpad.Options memory options) {
        (options.metadataURI, options.referrer) = (uri, referrer);
    }

    function withSalt(bytes32 salt) internal pure returns (ILaunchpad.Options memory options) {
        options.salt = salt;
    }

    function withTerms(
        address feeHolder,
        uint256 openingSeconds,
        uint256 lockDays
    ) internal pure returns (ILaunchpad.Options memory options) {
        options.feeHolder = feeHolder;
        (options.openingSeconds, options.lockDays) = (uint16(openingSeconds), uint16(lockDays));
    }

    /* LOOKS */

    function balance(address token, address account) internal view returns (uint256) {
        return LaunchToken(token).balanceOf(account);
    }

    function poolId(address token) internal view returns (bytes32) {
        return PoolId.unwrap(pad.poolKey(token).toId());
    }

    function poolPrice(PoolKey memory key) internal view returns (uint160 sqrtPriceX96) {
        (sqrtPriceX96, , , ) = StateLibrary.getSlot0(manager, key.toId());
    }

    function poolLiquidity(PoolKey memory key) internal view returns (uint128) {
        return StateLibrary.getLiquidity(manager, key.toId());
    }

    /// @dev What the launchpad must hold for these tokens.
    function owed(address[] memory list) internal view returns (uint256 sum) {
        sum = pad.treasuryFees();
        for (uint256 i; i < list.length; ++i) {
            ILaunchpad.Curve memory curve = pad.curve(list[i]);
            sum += curve.creatorFees + curve.treasuryFees;
            if (curve.status == ILaunchpad.Status.Trading) sum += curve.realEth;
        }
    }

    function owed(address token) internal view returns (uint256) {
        address[] memory list = new address[](1);
        list[0] = token;
        return owed(list);
    }

    /// @dev What is left of `tokens` with a surcharge of `bps`.
    function afterSurcharge(uint256 tokens, uint256 bps) internal pure returns (uint256) {
        return tokens - (tokens * bps + 9_999) / 10_000;
    }

    /// @dev The formula that clients of the launchpad use for a first buy.
    function firstBuy(uint256 value) internal pure returns (uint256) {
        uint256 ethForCurve = value - (value * 100) / 10_000;
        return (VIRTUAL_TOKEN * ethForCurve) / (VIRTUAL_ETH + ethForCurve);
    }
}
