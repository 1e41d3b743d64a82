// Runs before the first paint, as a plain script: what cannot wait until the modules of a page have come.
{
  try {
    // A theme chosen earlier must not flash, and neither must dollars that are off.
    const theme = localStorage.getItem('slipway.theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
    if (localStorage.getItem('slipway.dollars') === 'off') document.documentElement.dataset['dollars'] = 'off'
  } catch {
    // Storage may be blocked; the defaults apply.
  }

  // Buttons that are seen can be pressed, also before anything listens to them: that is kept, and done once somebody does.
  const pressed = new Set<HTMLElement>()
  const keep = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button && !(button.type === 'submit' && button.form)) pressed.add(button)
  }
  const keepForm = (event: Event) => {
    event.preventDefault()
    if (event.target instanceof HTMLFormElement) pressed.add(event.target)
  }
  document.addEventListener('click', keep)
  document.addEventListener('submit', keepForm)
  globalThis.earlyInput = {
    pressed,
    stop() {
      document.removeEventListener('click', keep)
      document.removeEventListener('submit', keepForm)
    },
  }
}
