-- ends: error
require 'x'
