// Runs before the first paint: applies the colour scheme that the reader chose, and tells the style sheet that scripts run.
(function () {
  "use strict";
  var root = document.documentElement;
  root.dataset.js = "";
  try {
    var scheme = localStorage.getItem("docent:scheme");
    if (scheme === "light" || scheme === "dark") root.dataset.scheme = scheme;
  } catch (error) {
    // Storage is blocked: the system's scheme it is.
  }
  // A page script that does not arrive must not leave behind buttons that do nothing, or tabs that nobody can open.
  addEventListener("error", function (event) {
    if (event.target.defer) delete root.dataset.js;
  }, true);
})();
