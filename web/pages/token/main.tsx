import { mount } from '../../mount.tsx'
import { TokenPage } from './TokenPage.tsx'

mount(<TokenPage />)
