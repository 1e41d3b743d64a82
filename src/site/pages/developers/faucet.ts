import { codeBlock } from '#site/codeTabs.ts'
import { html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import { developerPage } from './layout.ts'

const LEAD = 'Test ETH for any address on this development chain. It has no value anywhere.'

export const faucet: SitePage = {
  path: '/developers/faucet',
  title: 'Faucet',
  render: (site) =>
    developerPage(site, {
      title: 'Faucet',
      description: LEAD,
      path: '/developers/faucet',
      lead: LEAD,
      body: html`
        <section class="quickstart">
          <div>
            <form class="card" data-request="POST /api/developer/devnet/faucet">
              <div class="body stack">
                <div class="field">
                  <label for="faucet-address">Address</label>
                  <div class="input">
                    <input class="mono" id="faucet-address" name="address" placeholder="0x…" pattern="0x[0-9a-fA-F]{40}" required autocomplete="off" spellcheck="false">
                  </div>
                </div>
                <div class="row">
                  <button class="button primary" type="submit">Send test ETH and tokens</button>
                </div>
                <p class="muted text-compact">
                  10 ETH, 1 WETH and 10,000 of each test token. The built-in test wallet has plenty already.
                </p>
                <pre class="try-answer" data-answer role="status" tabindex="0" hidden></pre>
              </div>
            </form>
          </div>
          ${codeBlock('curl', `curl -s ${site.baseUrl}/api/developer/devnet/faucet --json '{"address":"0x…"}'`)}
        </section>
      `,
    }),
}
