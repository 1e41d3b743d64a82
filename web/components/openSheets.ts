type OpenSheet = { close(): void }

/** The open sheets, the topmost last. */
const sheets: OpenSheet[] = []
let isListening = false

/** Lets Back close the topmost sheet instead of leaving the page; returns how to forget the sheet. */
export function keepBackFor(sheet: OpenSheet): () => void {
  sheets.push(sheet)
  addEntry()
  if (!isListening) window.addEventListener('popstate', closeTopmost)
  isListening = true
  return () => void sheets.splice(sheets.indexOf(sheet), 1)
}

/** An entry that a closed sheet left behind serves the next one. */
function addEntry(): void {
  if ((history.state as { isSheet?: boolean } | null)?.isSheet !== true) history.pushState({ isSheet: true }, '')
}

function closeTopmost(): void {
  sheets.at(-1)?.close()
  // Drawn again without it; those below still need an entry.
  setTimeout(() => {
    if (sheets.length > 0) addEntry()
  })
}
