import { mount } from '../../mount.tsx'
import { DesignPage } from './DesignPage.tsx'

mount(<DesignPage />)
