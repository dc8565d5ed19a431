// A page that has moved: lead to its present address, with the part of this one that a redirect in HTML would lose.
location.replace(document.currentScript.dataset.to + location.search + location.hash);
