// CommonJS, because only there React's functions can be replaced where all pages find them.
const runtime = require('react/jsx-runtime')

exports.wrapElements = (wrap) => {
  runtime.jsx = wrap(runtime.jsx)
  runtime.jsxs = wrap(runtime.jsxs)
}
