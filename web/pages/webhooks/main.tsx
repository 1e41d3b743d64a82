import { mount } from '../../mount.tsx'
import { WebhooksPage } from './WebhooksPage.tsx'

mount(<WebhooksPage />)
