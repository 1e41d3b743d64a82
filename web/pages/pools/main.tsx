import { mount } from '../../mount.tsx'
import { PoolsPage } from './PoolsPage.tsx'

mount(<PoolsPage />)
