#pragma once

#include <CLI/CLI.hpp>

#include "apps/mmdkit/exit.h"

namespace mmdkit::app {

// Each adds one subcommand to `app`. When it is the one that was asked for, its callback runs it
// and stores the exit code in `exit`.
void add_info(CLI::App& app, Exit& exit);
void add_filter(CLI::App& app, Exit& exit);
void add_bake(CLI::App& app, Exit& exit);

}  // namespace mmdkit::app
