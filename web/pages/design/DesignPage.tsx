import { Feedback } from './Feedback.tsx'
import { Figures } from './Figures.tsx'
import { Forms } from './Forms.tsx'

/** Every component with its states, side by side: what the screenshots of the tests show. */
export function DesignPage() {
  return (
    <>
      <h1 className="screen-reader">Component states</h1>
      <div className="states">
        <div className="stack">
          <Forms />
        </div>
        <div className="stack">
          <Feedback />
        </div>
        <div className="stack">
          <Figures />
        </div>
      </div>
    </>
  )
}
