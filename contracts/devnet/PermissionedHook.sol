// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IPermissions {
    function isAllowed(address account, bytes2 permission) external view returns (bool);
}

interface IPositionManager {
    function msgSender() external view returns (address);
}

struct PoolKey {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

struct ModifyLiquidityParams {
    int24 tickLower;
    int24 tickUpper;
    int256 liquidityDelta;
    bytes32 salt;
}

/// @title The hook of a permissioned v4 pool: liquidity comes through one position manager, from allowed wallets only
contract PermissionedHook {
    error WrongPositionManager(address sender);
    error LiquidityNotAllowed(address account);

    bytes2 private constant LIQUIDITY_ALLOWED = 0x0002;

    address public immutable token;
    address public immutable positionManager;

    constructor(address token_, address positionManager_) {
        token = token_;
        positionManager = positionManager_;
    }

    function beforeAddLiquidity(
        address sender,
        PoolKey calldata,
        ModifyLiquidityParams calldata,
        bytes calldata
    ) external view returns (bytes4) {
        if (sender != positionManager) revert WrongPositionManager(sender);
        address account = IPositionManager(sender).msgSender();
        if (!IPermissions(token).isAllowed(account, LIQUIDITY_ALLOWED)) revert LiquidityNotAllowed(account);
        return this.beforeAddLiquidity.selector;
    }
}
