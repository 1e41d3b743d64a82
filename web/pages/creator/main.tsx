import { mount } from '../../mount.tsx'
import { CreatorPage } from './CreatorPage.tsx'

mount(<CreatorPage />)
