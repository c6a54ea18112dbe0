// React's development build records a task and the duration of each rendered element for the
// browser's developer tools, which no test reads. The records took a tenth of the processor time of
// the component tests. React looks for `console.createTask` and `console.timeStamp` when its
// modules are loaded, so import this file first.
Reflect.deleteProperty(console, "createTask");
Reflect.deleteProperty(console, "timeStamp");
