import { mount } from '../../mount.tsx'
import { ExplainPage } from './ExplainPage.tsx'

mount(<ExplainPage />)
