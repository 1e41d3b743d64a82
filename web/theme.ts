// Runs before the first paint, as a plain script: a theme chosen earlier must not flash.
try {
  const theme = localStorage.getItem('slipway.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
} catch {
  // Storage may be closed to this page; the system's theme stands.
}
